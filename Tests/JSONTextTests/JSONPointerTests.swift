import JSONText
import Testing

@Suite struct JSONPointerTests {
    private let document =
        #"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}"#

    private func resolve(_ pointer: String, _ text: String, wildcards: Bool = false) throws -> [String] {
        let node = try JSONParser.parse(Array(text.utf8)).get()
        return try JSONPointer.parse(pointer, wildcards: wildcards).get().resolveAll(node).map {
            String(decoding: JSONWriter.bytes($0), as: UTF8.self)
        }
    }

    /// RFC 6901, section 5.
    @Test(arguments: [
        ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"),
        ("/e^f", "3"),
        ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
    ])
    func theRFCsExamplesHold(pointer: String, value: String) throws {
        #expect(try resolve(pointer, document) == [value])
    }

    @Test func theEmptyPointerIsTheDocument() throws {
        #expect(try resolve("", "[1]") == ["[1]"])
    }

    @Test(arguments: [
        "/foo/2", "/foo/-", "/foo/00", "/foo/1e0", "/foo/99999999999999999999", "/bar", "/foo/0/x", "/*",
    ])
    func whatIsNotThereIsNothing(pointer: String) throws {
        #expect(try resolve(pointer, document).isEmpty)
    }

    @Test func anIndexIsAlsoAName() throws {
        #expect(try resolve("/0", #"{"0": 1}"#) == ["1"])
    }

    @Test func aStarIsEveryElement() throws {
        let text = #"{"a": [{"id": 1}, {"x": 0}, {"id": 2}], "b": {"id": 3}}"#
        #expect(try resolve("/a/*/id", text, wildcards: true) == ["1", "2"])
        #expect(try resolve("/*/id", text, wildcards: true) == ["3"])
        #expect(try resolve("/*/*/id", text, wildcards: true) == ["1", "2"])
        #expect(try resolve("/*", #"{"*": 1}"#) == ["1"])
        let node = try JSONParser.parse(Array(text.utf8)).get()
        let pointer = try JSONPointer.parse("/a/*/id", wildcards: true).get()
        #expect(pointer.hasWildcards && pointer.resolve(node)?.number?.int == 1)
        #expect(pointer.contains(in: node) { $0.number?.int == 2 })
        #expect(!pointer.contains(in: node) { $0.number?.int == 3 })
    }

    @Test func aWrongPointerSaysWhere() {
        #expect(JSONPointer.parse("foo").error == .init(kind: .missingSlash, offset: 0))
        #expect(JSONPointer.parse("/a~").error == .init(kind: .badEscape, offset: 2))
        #expect(JSONPointer.parse("/é~2").error == .init(kind: .badEscape, offset: 3))
        #expect(JSONPointer.parse("foo").error?.message == "a JSON Pointer begins with /")
        #expect(
            JSONPointer.parse("/~").error?.message == "in a JSON Pointer ~ is written ~0 and / is written ~1")
    }
}
