internal import TestSupport
import Catalogue
import Systems
import Foundation
import Scenario
import Testing

/// Judges documents by the schema, as an editor would: with Python's jsonschema, which `make clients` installs.
enum SchemaValidator {
    private static let script = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema, documents = json.load(sys.stdin)
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        json.dump([[error.json_path + ": " + error.message for error in validator.iter_errors(document)]
                   for document in map(json.loads, documents)], sys.stdout)
        """

    /// The one that has the packages of `Tests/requirements.txt`.
    private static let python = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/clients/bin/python3").path()

    /// For each document what is wrong with it. The schema itself is checked against its metaschema.
    static func complaints(_ documents: [String], dialects: [any Dialect] = []) throws -> [[String]] {
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: run `make clients`, which installs it")
        let schema = try JSONSerialization.jsonObject(with: Data(ScenarioSchema(.all(with: dialects)).text.utf8))
        let input = try JSONSerialization.data(withJSONObject: [schema, documents])
        let answer = try run(script, input)
        try #require(answer.code == 0, "\(answer.error)")
        let complaints = try JSONSerialization.jsonObject(with: answer.output) as? [[String]]
        return try #require(complaints)
    }

    private static func run(
        _ script: String, _ input: Data
    ) throws -> (code: Int32, output: Data, error: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", script]
        // Files instead of pipes: whoever writes more than a pipe holds would wait for a reader.
        let files = ["input", "output", "error"].map { folder.appending(path: $0) }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return (
            process.terminationStatus, try Data(contentsOf: files[1]),
            String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        )
    }
}
