import Catalogue
import Foundation
import JSONText
import ScenarioFiles
import Systems
import TestSupport
import Testing

/// What the loader refuses for its form the schema refuses, and what the loader takes the schema takes.
@Suite(.blocking) struct SchemaValidationTests {
    @Test func everyShippedScenarioIsValid() throws {
        let root = Repository.root.appending(path: "scenarios")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }
            .filter { $0.pathExtension == "json" && !$0.path().hasSuffix(".schema.json") }
        #expect(files.count > 60)
        let complaints = try SchemaValidator.complaints(files.map { try String(contentsOf: $0, encoding: .utf8) })
        for (file, complaint) in zip(files, complaints) { #expect(complaint == [], "\(file.lastPathComponent)") }
    }

    @Test func whatIsWrongInFormBothRefuse() throws {
        let documents = BrokenScenarios.all
        #expect(documents.count >= 60)
        #expect(Set(documents).count == documents.count)
        for (document, complaint) in zip(documents, try SchemaValidator.complaints(documents)) {
            #expect(!complaint.isEmpty, "the schema takes \(document)")
            #expect(load(document, dialects: FailureIndex.all.dialects).hasErrors, "the loader takes \(document)")
        }
    }

    @Test func whatIsLegalBothTake() throws {
        let documents = LegalScenarios.all
        #expect(documents.count >= 40)
        #expect(Set(documents).count == documents.count)
        for (document, complaint) in zip(documents, try SchemaValidator.complaints(documents)) {
            #expect(complaint == [], "\(document)")
            let files = ["page.html": "<p>", "files/a/b.bin": "b"]
            #expect(
                load(document, files: files, dialects: FailureIndex.all.dialects).diagnostics.errorCount == 0,
                "\(document)")
        }
    }

    /// Also by what else they are called, and by the code alone; in a rule that takes batches, which some are done to.
    @Test(arguments: ["", "jsonrpc", "xmlrpc", "mtop", "salesforce", "graph"])
    func namesOfFailuresAreJudgedAlike(system: String) throws {
        let top = system.isEmpty ? "" : #""system": "\#(system)", "#
        let match = ["jsonrpc", "xmlrpc", "graph", "salesforce"].contains(system) ? #"{ "batch": true }"# : "{}"
        // What is no row of a table needs parameters, which the schema does not ask for.
        let names = FailureIndex.all.entries.filter { $0.code != "other" }.flatMap { entry in
            let with = Self.cause(of: entry, spokenIn: system).map { #", "with": { "by": "\#($0.name)" }"# } ?? ""
            return ([entry.code] + entry.aliases).flatMap { code in
                // By the code alone, another system's may be meant.
                [(name: "\(entry.system)/\(code)", with: with), (code, entry.system == system ? with : "")]
            }
        }
        #expect(names.count > 400)
        let judged = Extent.sample(
            of: names, 300, "names of failures in scenarios of \(system.isEmpty ? "no system" : system)")
        let documents = judged.map { name, with in
            #"{ \#(top)"rules": [ { "match": \#(match), "steps": [ { "fail": "\#(name)"\#(with) } ] } ] }"#
        }
        for (name, (document, complaint)) in zip(judged, zip(documents, try SchemaValidator.complaints(documents))) {
            let isRefused = load(document, dialects: FailureIndex.all.dialects).hasErrors
            #expect(isRefused == !complaint.isEmpty, "\(name)")
        }
    }

    /// The first of those that lead to an entry which a rule of the system can say: another may be the default.
    private static func cause(of entry: CatalogueEntry, spokenIn system: String) -> Cause? {
        guard case .causes(let causes) = entry.disposition else { return nil }
        return causes.first { cause in
            guard let failure = FailureIndex.all.failure(of: cause), Failure.Place.rule.carries(failure) else {
                return false
            }
            return FailureIndex.all.dialect(of: failure).map { $0.name == system } ?? true
        }
    }

    /// Texts by the loader's readers, and by the patterns of the schema; each stands where the step has an `@`.
    @Test(arguments: [
        (
            #"{ "reply": {}, "delay": "@" }"#,
            [
                "5us", "250ms", "2s", "1.5s", "1m", "24h", "0s", "007ms", "1.50m", "5", "", "s", "5 s", " 5s", "5S",
                "1,5s", ".5s", "5.s", "-1s", "1e3s", "5sec", "5ns", "1.2.3s", "5s ",
            ]
        ),
        (
            #"{ "reply": { "size": "@" } }"#,
            [
                "0B", "1B", "10KB", "1.5MiB", "4GB", "1KiB", "1GiB", "10", "B", "", "1 KB", "1kb", "1Kib", "1iB", "1TB",
                "-1B", ".5KB", "1.KB",
            ]
        ),
        (
            #"{ "reply": { "text": "hello" }, "cut": { "after": "@", "end": "reset" } }"#,
            [
                "0%", "5%", "50%", "100%", "050%", "005%", "00%", "headers", "status", "101%", "200%", "1000%", "%",
                "-1%",
                "1.5%", "50", "header", "", "50%%",
            ]
        ),
        (
            #"{ "reply": { "headers": { "@": "x" } } }"#,
            ["A", "x-id", "!#$%&'*+.^_`|~", "9", "a b", "", "a:", "a(b)", "é", "a/b", "[x]"]
        ),
        (
            #"{ "reply": { "base64": "@" } }"#,
            ["", "aGk=", "aGVsbG8=", "aGVs", "+/+/", "aA==", "a", "aG", "aGk", "aG k", "aGk=aGk=", "====", "a-_b"]
        ),
    ])
    func patternsAgreeWithTheReaders(step: String, texts: [String]) throws {
        let documents = texts.map { #"{ "rules": [ { "steps": [ \#(step.replacing("@", with: $0)) ] } ] }"# }
        for (document, complaint) in zip(documents, try SchemaValidator.complaints(documents)) {
            #expect(load(document).hasErrors == !complaint.isEmpty, "\(document)")
        }
    }
}
