@testable import Systems
@testable import Catalogue
import Testing

/// Which paths name a place in the store, and which are refused.
struct DocumentPathTests {
    private func path(_ raw: String) throws(PathProblem) -> DocumentPath {
        try DocumentPath(target: Array(raw.utf8)[...])
    }

    private func made(_ decoded: String) -> DocumentPath? { DocumentPath(decoded: Array(decoded.utf8)) }

    private func text(_ path: DocumentPath?) -> String? { path.map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test(arguments: [
        ("", "/", true), ("/", "/", true), ("/a", "/a", false), ("/a/", "/a", true), ("/a/b", "/a/b", false),
        ("/a%20b", "/a b", false), ("/100%25", "/100%", false), ("/%c3%A9", "/é", false), ("/é", "/é", false),
        ("/...", "/...", false), ("/.a/b..", "/.a/b..", false), ("/%0A", "/\n", false), ("/a+b&c", "/a+b&c", false),
    ])
    func whatIsAPlace(raw: String, decoded: String, endsWithSlash: Bool) throws {
        let path = try path(raw)
        #expect(text(path) == decoded)
        #expect(path.endsWithSlash == endsWithSlash)
    }

    @Test(arguments: [
        ("a", PathProblem.notAbsolute), ("*", .notAbsolute), ("/%", .malformedPercent), ("/%4", .malformedPercent),
        ("/%zz", .malformedPercent), ("/.", .dotSegment), ("/..", .dotSegment), ("/../a", .dotSegment),
        ("/a/../b", .dotSegment), ("/a/./b", .dotSegment), ("/a/..", .dotSegment), ("/a/../", .dotSegment),
        ("/%2e%2e/a", .dotSegment), ("/%2E./a", .dotSegment), ("/a%2Fb", .encodedSlash), ("/..%2f..", .encodedSlash),
        ("/%2f", .encodedSlash), ("/a%00b", .nul), ("/%00", .nul), ("//", .emptySegment), ("//a", .emptySegment),
        ("/a//b", .emptySegment), ("/a//", .emptySegment), ("/%ff", .notUTF8), ("/%C0%AF", .notUTF8),
        ("/%C0%AE%C0%AE/a", .notUTF8), ("/%E0%80%AF", .notUTF8), ("/%ED%A0%80", .notUTF8), ("/%F4%90%80%80", .notUTF8),
        ("/%E2%82", .notUTF8), ("/%C3/%A9", .notUTF8),
    ])
    func whatIsNone(raw: String, problem: PathProblem) {
        #expect(throws: problem) { try path(raw) }
        #expect(problem.status == 400)
    }

    @Test func lengthsAreBoundedInDecodedBytes() throws {
        let name = String(repeating: "n", count: 255)
        #expect(try path("/" + name).bytes.count == 256)
        #expect(throws: PathProblem.nameTooLong) { try path("/a/" + name + "n/b") }
        #expect(try path("/" + String(repeating: "%C3%A9", count: 127)).bytes.count == 255)
        #expect(throws: PathProblem.nameTooLong) { try path("/" + String(repeating: "%C3%A9", count: 128)) }
        let long = String(repeating: "/" + name, count: 16)
        #expect(try path(long).bytes.count == 4_096)
        #expect(try path(long + "/").bytes.count == 4_096)
        #expect(throws: PathProblem.pathTooLong) { try path(long + "/n") }
        #expect(throws: PathProblem.pathTooLong) { try path("/" + String(repeating: "n", count: 10_000)) }
        #expect(PathProblem.nameTooLong.status == 414 && PathProblem.pathTooLong.status == 414)
    }

    @Test(arguments: [
        (PathProblem.notAbsolute, "the path does not begin with /"),
        (.malformedPercent, "a % in the path is not followed by two hexadecimal digits"),
        (.dotSegment, "the path has a segment . or .., which the store does not resolve"),
        (.encodedSlash, "the path has %2F, which is no separator and cannot be in a name"),
        (.nul, "the path has %00"), (.notUTF8, "the path is not UTF-8"), (.emptySegment, "the path has // in it"),
        (.nameTooLong, "a name in the path is over 255 bytes"), (.pathTooLong, "the path is over 4096 bytes"),
    ])
    func itSaysWhatIsWrong(problem: PathProblem, words: String) { #expect(problem.message == words) }

    @Test func scenarioFilesWriteThemDecoded() {
        #expect(text(made("/a %20é")) == "/a %20é")
        #expect(made("/a/")?.endsWithSlash == true)
        #expect(made("/") == .root)
        for wrong in ["", "a", "//", "/a//b", "/.", "/a/../b", "/a\0"] { #expect(made(wrong) == nil, "\(wrong)") }
        #expect(DocumentPath(decoded: [0x2F, 0xFF]) == nil)
    }

    @Test func theFinalSlashMakesNoOtherPlace() throws {
        #expect(try path("/a/") == path("/%61"))
        #expect(try Set([path("/a/"), path("/a")]).count == 1)
        #expect(try path("/a") != path("/A"))
    }

    @Test func itKnowsWhereItIs() throws {
        #expect(try path("/a/b").parent == path("/a"))
        #expect(try path("/a").parent == .root)
        #expect(DocumentPath.root.parent == nil)
        #expect(try String(decoding: path("/a/b%20c").name, as: UTF8.self) == "b c")
        #expect(DocumentPath.root.name.isEmpty)
        #expect(try path("/a/b").isInside(path("/a")))
        #expect(try path("/a/b/c").isInside(path("/a")))
        #expect(try path("/a").isInside(.root))
        #expect(try !path("/a").isInside(path("/a")))
        #expect(try !path("/ab").isInside(path("/a")))
        #expect(try !path("/a").isInside(path("/a/b")))
        #expect(!DocumentPath.root.isInside(.root))
    }

    @Test func itMovesAlongWithWhatItIsIn() throws {
        #expect(try path("/a/b/c").moved(from: path("/a"), to: path("/x/y")) == path("/x/y/b/c"))
        #expect(try path("/a").moved(from: path("/a"), to: path("/x")) == path("/x"))
        #expect(try path("/a/b").moved(from: path("/a"), to: .root) == path("/b"))
        #expect(try path("/a").moved(from: path("/a"), to: .root) == .root)
        #expect(try path("/a/b").moved(from: .root, to: path("/x")) == path("/x/a/b"))
        #expect(try DocumentPath.root.moved(from: .root, to: path("/x")) == path("/x"))
        let long = String(repeating: "/" + String(repeating: "n", count: 200), count: 20)
        #expect(
            try path("/a" + long).moved(from: path("/a"), to: path("/" + String(repeating: "b", count: 100))) == nil)
    }

    @Test func answersSayItEncodedBehindThePrefix() throws {
        func href(_ raw: String, _ prefix: String = "", isCollection: Bool = false) throws -> String {
            let path = try path(raw)
            return String(
                decoding: path.href(afterPrefix: Array(prefix.utf8)[...], isCollection: isCollection), as: UTF8.self)
        }
        #expect(try href("/a b/é&(1)%25") == "/a%20b/%C3%A9%26%281%29%25")
        #expect(try href("/a-b_c.d~e") == "/a-b_c.d~e")
        #expect(try href("/a/", "/@notes/-") == "/@notes/-/a")
        #expect(try href("/a", "/@notes/-", isCollection: true) == "/@notes/-/a/")
        #expect(try href("/", "/@notes", isCollection: true) == "/@notes/")
    }
}
