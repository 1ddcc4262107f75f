import Catalogue
import Testing

@testable import Rules

/// What is wrong with a store, at its place.
@Suite struct StoreDiagnosticTests {
    private func inSettings(_ store: String) -> [String] {
        messages(StoreTests.inSettings(store), dialects: StoreTests.dialects)
    }

    private func inStep(_ store: String) -> [String] {
        messages(StoreTests.inStep(store), dialects: StoreTests.dialects)
    }

    private static let bodies = #"that is "text", "json", "base64", "file" or "size""#

    /// Wrong wherever it is.
    @Test(arguments: [
        ("1", #""store" must be an object, not a number"#),
        (
            #"{ "a": { "text": "" } }"#,
            #"a path of a store begins with "/"; it is such as "/notes/plan.txt""#
        ),
        (#"{ "": {} }"#, #"a path of a store begins with "/"; it is such as "/notes/plan.txt""#),
        (#"{ "/a/../b": { "text": "" } }"#, #"".." is not a name in a path of a store"#),
        (#"{ "/./": {} }"#, #""." is not a name in a path of a store"#),
        (#"{ "/a//b": { "text": "" } }"#, "a name in a path of a store cannot be empty"),
        (#"{ "//": {} }"#, "a name in a path of a store cannot be empty"),
        (#"{ "/a\u0000": { "text": "" } }"#, "a path of a store cannot have a NUL"),
        (
            "{ \"/\(String(repeating: "é", count: 128))\": { \"text\": \"\" } }",
            "a name in a path of a store has at most 255 bytes"
        ),
        (
            "{ \"\(String(repeating: "/abcdefg", count: 513))\": { \"text\": \"\" } }",
            "a path of a store has at most 4096 bytes"
        ),
        (#"{ "/{{uuid}}": { "text": "" } }"#, "a store cannot have placeholders; a literal {{ is written {{{{"),
        (
            #"{ "/a": { "text": "" }, "/a/": {} }"#,
            #""/a/" is given twice; it was first given in line 1, and a final slash does not make it another path"#
        ),
        (
            #"{ "/a": { "text": "" }, "/a/b/c": { "text": "" } }"#,
            #""/a" is a document, and nothing can be below it; that is line 1"#
        ),
        (
            #"{ "/a/b/": {}, "/a": { "text": "" } }"#,
            #""/a" is a document, and nothing can be below it; that is line 1"#
        ),
        (#"{ "/a": 1 }"#, #""/a" must be an object, not a number"#),
        (#"{ "/a/": [] }"#, #""/a/" must be an object, not a list"#),
        (#"{ "/a/": { "text": "" } }"#, #"a collection cannot have "text"; "/a/" is one by its final slash"#),
        (#"{ "/a/": { "type": "a/b" } }"#, #"a collection cannot have "type"; "/a/" is one by its final slash"#),
        (#"{ "/": { "size": "1B" } }"#, #"a collection cannot have "size"; "/" is one by its final slash"#),
        (#"{ "/": {} }"#, #""/" always exists"#), (#"{ "/": null }"#, #""/" cannot be removed"#),
        (
            #"{ "/a": { "text": "", "json": 1 } }"#,
            #"a document has one body: "json" cannot stand beside "text""#
        ),
        (
            #"{ "/a": { "txet": "" } }"#,
            #"unknown field "txet" in a document of a store; did you mean "text"?"#
        ),
        (#"{ "/a": { "html": "" } }"#, #"unknown field "html" in a document of a store"#),
        (
            #"{ "/a/": { "lokedBy": "Bea", "for": "1s" } }"#,
            #"unknown field "lokedBy" in a document of a store; did you mean "lockedBy"?"#
        ),
        (#"{ "/a": { "text": 1 } }"#, #""text" must be a string, not a number"#),
        (
            #"{ "/a": { "text": "at {{url}}" } }"#,
            "a store cannot have placeholders; a literal {{ is written {{{{"
        ),
        (
            #"{ "/a": { "json": ["{{hit}}"] } }"#,
            "a store cannot have placeholders; a literal {{ is written {{{{"
        ),
        (
            #"{ "/a": { "base64": "aGk" } }"#,
            #""base64" is not base64; it is padded, of A-Z a-z 0-9 + /, without spaces"#
        ),
        (
            #"{ "/a": { "file": "../x" } }"#,
            #""../x" is not a file that a document can be; it lies beside the scenario file, or below a folder called "files" there"#
        ),
        (#"{ "/a": { "file": "x" } }"#, #""x": no such file or folder"#),
        (#"{ "/a": { "file": 1 } }"#, #""file" must be a string, not a number"#),
        (#"{ "/a": { "size": "10" } }"#, #"a size needs a unit, such as "512B" or "10MB""#),
        (
            #"{ "/a": { "size": true } }"#,
            #""size" must be a number of bytes, or a size such as "10KB", not a boolean"#
        ),
        (#"{ "/a": { "text": "", "type": 1 } }"#, #""type" must be a string, not a number"#),
        (#"{ "/a": { "text": "", "type": "" } }"#, #""type" is empty"#),
        (#"{ "/a": { "text": "", "type": "a\r\nb" } }"#, #""type" cannot have control characters"#),
        (
            #"{ "/a": { "type": "text/plain", "lockedBy": "Bea" } }"#,
            #""type" needs a body beside it; \#(bodies)"#
        ),
        (#"{ "/a": { "text": "", "for": "1s" } }"#, #""for" needs "lockedBy" beside it"#),
        (#"{ "/a/": { "for": "1s" } }"#, #""for" needs "lockedBy" beside it"#),
        (#"{ "/a": { "text": "", "lockedBy": "" } }"#, #""lockedBy" is empty"#),
        (#"{ "/a": { "text": "", "lockedBy": "B\u0007" } }"#, #""lockedBy" cannot have control characters"#),
        (
            #"{ "/a": { "text": "", "lockedBy": "B\ufffe" } }"#,
            #""lockedBy" cannot have U+FFFE or U+FFFF; XML does not allow them"#
        ),
        (
            #"{ "/a": { "text": "", "type": "\uffff/b" } }"#,
            #""type" cannot have U+FFFE or U+FFFF; XML does not allow them"#
        ),
        (#"{ "/a": { "text": "", "lockedBy": true } }"#, #""lockedBy" must be a string, not a boolean"#),
        (
            #"{ "/a": { "text": "", "lockedBy": "Bea", "for": "10" } }"#,
            #"a duration needs a unit, such as "250ms" or "2s"; it is "10s" or "10ms""#
        ),
        (
            #"{ "/a": { "text": "", "lockedBy": "Bea", "for": "1.5s" } }"#,
            "a lock holds for whole seconds, and for one at least"
        ),
        (
            #"{ "/a": { "text": "", "lockedBy": "Bea", "for": "0s" } }"#,
            "a lock holds for whole seconds, and for one at least"
        ),
        (
            #"{ "/a": { "text": "", "lockedBy": "Bea", "for": 1 } }"#,
            #""for" must be a duration such as "250ms", not a number; it is "1s" or "1ms""#
        ),
    ])
    func aMistakeIsAnError(store: String, message: String) {
        #expect(inSettings(store).map(withoutPlace) == ["error: " + message])
        #expect(inStep(store).map(withoutPlace) == ["error: " + message])
    }

    @Test(arguments: [
        (
            #"{ "/a": null }"#,
            #"null removes what is there, and at the start there is nothing; a step's "store" removes a document"#
        ),
        (#"{ "/a": {} }"#, #"the document "/a" needs a body; \#(bodies); a collection's path has a final slash"#),
        (
            #"{ "/a": { "lockedBy": "Bea" } }"#,
            #"the document "/a" needs a body to be there for a lock; \#(bodies); a collection's path has a final slash"#
        ),
        (#"{ "/a/": { "lockedBy": null } }"#, "null removes locks, and at the start there are none"),
    ])
    func aMistakeAtFirst(store: String, message: String) {
        #expect(inSettings(store).map(withoutPlace) == ["error: " + message])
    }

    @Test(arguments: [
        ("{}", #""store" changes nothing"#),
        (
            #"{ "/a": {} }"#,
            #"the document "/a" needs a body or "lockedBy"; \#(bodies); a collection's path has a final slash"#
        ),
        (
            #"{ "/a": { "lockedBy": null, "for": "1s" } }"#,
            #""for" is how long a lock holds, and null removes locks"#
        ),
        (
            #"{ "/a/b": { "text": "" }, "/a": null }"#,
            #""/a" is removed after this, and all below it; that is line 1"#
        ),
    ])
    func aMistakeInAStep(store: String, message: String) {
        #expect(inStep(store).map(withoutPlace) == ["error: " + message])
    }

    /// The first place that is said to be wrong, in what the file has from there on.
    @Test(arguments: [
        (#"{ "/a/../b": { "text": "" } }"#, #"../b""#), (#"{ "/\u00e9//b": { "text": "" } }"#, #"//b""#),
        (#"{ "/{{{{/../b": { "text": "" } }"#, #""/{{{{/../b""#), (#"{ "/a": { "text": "x {{hit}}" } }"#, #"{{hit}}""#),
        (#"{ "/b/": {}, "/a": { "size": "4GB" } }"#, #""4GB""#), (#"{ "/a": { "text": "", "json": 1 } }"#, #""json""#),
        (#"{ "/a": { "text": "", "for": "1s" } }"#, #""for""#), (#"{ "/a/": {}, "/a": { "text": "" } }"#, #""/a":"#),
    ])
    func theMistakeIsPointedAt(store: String, place: String) throws {
        let text = StoreTests.inSettings(store)
        let column = try #require(text.firstRange(of: place)).lowerBound.utf16Offset(in: text) + 1
        #expect(inSettings(store).first?.hasPrefix("1:\(column): ") == true)
    }

    @Test func allMistakesComeAtOnce() {
        #expect(
            inSettings(
                #"{ "a": {}, "/b": { "text": 1, "for": "1s", "lokedBy": 2 }, "/c": { "tpye": 1 }, "/d": { "size": "1" } }"#
            ).map(withoutPlace) == [
                #"error: a path of a store begins with "/"; it is such as "/notes/plan.txt""#,
                #"error: "text" must be a string, not a number"#,
                #"error: unknown field "lokedBy" in a document of a store; did you mean "lockedBy"?"#,
                #"error: unknown field "tpye" in a document of a store; did you mean "type"?"#,
                #"error: a size needs a unit, such as "512B" or "10MB""#,
            ])
    }
}
