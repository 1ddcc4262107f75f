import Catalogue
import Systems
import Testing

/// Values that a field of the document store never has.
@Suite struct DocumentMatchTests {
    private static func messages(_ match: String) -> [String] {
        ScenarioFilesTests.messages(
            #"{ "system": "documents", "variables": { "v": "" }, "rules": [ { "match": { \#(match) }, "steps": [ { "reply": {} } ] } ] }"#
        ).map { $0.replacing(#/^[^ ]+ /#, with: "") }
    }

    @Test(arguments: [
        (#""operation": "opens""#, #"error: "operation" is never "opens" in documents; did you mean "open"?"#),
        (
            #""operation": { "in": ["save", "DELETE"] }"#,
            #"error: "operation" is never "DELETE" in documents; did you mean "delete"?"#
        ),
        (#""operation": { "not": "mkcol" }"#, #"error: "operation" is never "mkcol" in documents"#),
        (#""document": "/a.txt/""#, #"error: "document" has no final slash in documents; did you mean "/a.txt"?"#),
        (#""document": "a.txt""#, #"error: "document" begins with "/" in documents; did you mean "/a.txt"?"#),
        (
            #""destination": { "equals": "/a/" }"#,
            #"error: "destination" has no final slash in documents; did you mean "/a"?"#
        ),
    ])
    func whatAFieldNeverIsIsAnError(match: String, message: String) {
        #expect(Self.messages(match) == [message])
    }

    @Test(arguments: [
        #""operation": "make-collection""#, #""operation": { "startsWith": "make" }"#, #""document": "/""#,
        #""document": { "startsWith": "/a/" }"#, #""document": "{{variables.v}}""#,
        #""operation": { "equals": "OPEN", "ignoreCase": true }"#,
    ])
    func whatItMayBeIsNone(match: String) {
        #expect(Self.messages(match) == [])
    }
}
