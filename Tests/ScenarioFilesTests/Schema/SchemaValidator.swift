import Catalogue
import Foundation
import ScenarioFiles
import Systems
internal import TestSupport
import Testing

/// Judges documents by the schema, as an editor would: with the validator jsonschema_rs, which `make clients` installs.
enum SchemaValidator {
    private static let script = """
        import json, sys, jsonschema_rs
        schema, documents = json.load(sys.stdin)
        jsonschema_rs.meta.validate(schema)
        validator = jsonschema_rs.Draft202012Validator(schema)
        json.dump([["/".join(map(str, error.instance_path)) + ": " + error.message
                    for error in validator.iter_errors(document)]
                   for document in map(json.loads, documents)], sys.stdout)
        """

    /// For each document what is wrong with it. The schema itself is checked against its metaschema.
    static func complaints(_ documents: [String], dialects: [any Dialect] = []) throws -> [[String]] {
        try #require(
            FileManager.default.isExecutableFile(atPath: Repository.python),
            "\(Repository.python) is missing: run `make clients`, which installs it")
        let schema = try JSONSerialization.jsonObject(with: Data(ScenarioSchema(.all(with: dialects)).text.utf8))
        let input = try JSONSerialization.data(withJSONObject: [schema, documents])
        let answer = try ProgramRun(Repository.python, ["-c", script], input: input)
        try #require(answer.code == 0, "\(answer.error)")
        let complaints = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [[String]]
        return try #require(complaints)
    }
}
