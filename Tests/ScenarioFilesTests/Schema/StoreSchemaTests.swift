import ScenarioFiles
import TestSupport
import Testing

/// What the loader takes of a store the schema takes, and what the loader refuses for its form the schema refuses.
@Suite(.blocking) struct StoreSchemaTests {
    private static let files = ["page.html": "<p>", "files/a/b.bin": "b"]

    private func complaints(_ documents: [String]) throws -> [[String]] {
        try SchemaValidator.complaints(documents, dialects: StoreTests.dialects)
    }

    private func isRefused(_ document: String) -> Bool {
        load(document, files: Self.files, dialects: StoreTests.dialects).hasErrors
    }

    private func compare(_ documents: [String], areRefused: Bool) throws {
        #expect(Set(documents).count == documents.count)
        for (document, complaint) in zip(documents, try complaints(documents)) {
            #expect(complaint.isEmpty != areRefused, "the schema and \(document)")
            #expect(isRefused(document) == areRefused, "the loader and \(document)")
        }
    }

    /// Right in settings and in a step.
    private static let legal = [
        #"{ "/a": { "text": "" } }"#, #"{ "/a": { "json": { "b": [null] } } }"#, #"{ "/a": { "base64": "aGk=" } }"#,
        #"{ "/a": { "file": "page.html" } }"#, #"{ "/a": { "file": "files/a/b.bin", "type": "a/b; c=\"d\"" } }"#,
        #"{ "/a": { "size": "1.5KiB" } }"#, #"{ "/a/": {} }"#, #"{ "/a b/ü/%2F/...": { "text": "x" } }"#,
        #"{ "/..a/.b/a..": { "text": "x" } }"#, #"{ "/a\n": { "text": "x" } }"#, #"{ "/..\n": { "text": "x" } }"#,
        #"{ "/a/\n": { "text": "x" } }"#,
        #"{ "/a": { "text": "", "lockedBy": "Bea" } }"#, #"{ "/a/": { "lockedBy": "Bea", "for": "10m" } }"#,
        #"{ "/": { "lockedBy": "é" } }"#,
    ]

    /// Right in a step alone.
    private static let changes = [
        #"{ "/a": null }"#, #"{ "/a/": null }"#, #"{ "/a": { "lockedBy": "Bea" } }"#,
        #"{ "/a": { "lockedBy": null } }"#,
        #"{ "/a": { "text": "", "lockedBy": null } }"#, #"{ "/": { "lockedBy": null } }"#,
        #"{ "/a": { "lockedBy": "Bea", "for": "1s" } }"#,
    ]

    /// Wrong everywhere.
    private static let wrong = [
        "[]", "1", #"{ "a": { "text": "" } }"#, #"{ "": {} }"#, #"{ "//": {} }"#, #"{ "/a//b": { "text": "" } }"#,
        #"{ "/a//": {} }"#, #"{ "/..": { "text": "" } }"#, #"{ "/./a": { "text": "" } }"#, #"{ "/a/../": {} }"#,
        #"{ "/a\u0000": { "text": "" } }"#, #"{ "/a": 1 }"#, #"{ "/a/": [] }"#, #"{ "/a": {} }"#,
        #"{ "/a/": { "text": "" } }"#, #"{ "/a/": { "type": "a/b" } }"#, #"{ "/a": { "text": "", "size": "1B" } }"#,
        #"{ "/a": { "text": "", "json": 1 } }"#, #"{ "/a": { "html": "" } }"#, #"{ "/a": { "text": 1 } }"#,
        #"{ "/a": { "base64": "aGk" } }"#, #"{ "/a": { "file": "../x" } }"#, #"{ "/a": { "size": "10" } }"#,
        #"{ "/a": { "type": "a/b" } }"#, #"{ "/a": { "type": "a/b", "lockedBy": "Bea" } }"#,
        #"{ "/a": { "text": "", "type": "" } }"#, #"{ "/a": { "text": "", "type": "a\nb" } }"#,
        #"{ "/a": { "text": "", "for": "1s" } }"#, #"{ "/a/": { "for": "1s" } }"#,
        #"{ "/a": { "text": "", "lockedBy": "" } }"#, #"{ "/a": { "text": "", "lockedBy": 1 } }"#,
        #"{ "/a": { "text": "", "lockedBy": "Bea", "for": "0s" } }"#,
        #"{ "/a": { "text": "", "lockedBy": null, "for": "1s" } }"#,
        #"{ "/a": { "text": "", "lockedBy": "Bea", "for": 1 } }"#,
    ]

    @Test func whatIsLegalBothTake() throws {
        try compare(
            Self.legal.flatMap { [StoreTests.inSettings($0), StoreTests.inStep($0)] }
                + Self.changes.map(StoreTests.inStep) + [StoreTests.inSettings("{}")], areRefused: false)
    }

    @Test func whatIsWrongInFormBothRefuse() throws {
        try compare(
            Self.wrong.flatMap { [StoreTests.inSettings($0), StoreTests.inStep($0)] }
                + Self.changes.map(StoreTests.inSettings).filter { !$0.contains(#""/": "#) } + [StoreTests.inStep("{}")]
                + [
                    #"{ "system": "toy", "otherwise": { "pass": true, "store": { "/a": null } } }"#,
                    #"{ "otherwise": { "pass": true, "store": { "/a": null } } }"#,
                    #"{ "system": "toy", "settings": { "store": {} }, "otherwise": { "pass": true } }"#,
                ], areRefused: true)
    }
}
