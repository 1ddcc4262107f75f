import Testing
import TestSupport
import Wire

/// Answers of which only the content is made for each request.
struct ReplyLayoutTests {
    private static let reply = Reply(status: 418, contentType: "text/plain", text: "sample")

    @Test(arguments: ["a", "", "a longer text than the sample"])
    func itsScriptIsThatOfTheReply(text: String) throws {
        let layout = try #require(ReplyLayout(Self.reply, number: 7))
        var reply = Self.reply
        reply.content = Array(text.utf8)
        let script = layout.script(Array(text.utf8))
        #expect(script.description == reply.script().description)
        #expect(script.number == 0)
        #expect(script.layout == 7)
    }

    @Test func whatChangesItIsOfNoLayout() throws {
        let reply = Reply(
            ResponseHead(fields: [HeaderField("Location", "/there")]), body: [Reply.Part(.bytes(Array("a".utf8)))])
        let layout = try #require(ReplyLayout(reply, number: 7))
        let moved = PathPrefix(Array("/@main".utf8)).apply(to: layout.script([0x61]))
        #expect(moved.description.contains("/@main/there"))
        #expect(moved.layout == 0)
        let plain = try #require(ReplyLayout(Self.reply, number: 8)).script([0x61])
        #expect(PathPrefix(Array("/@main".utf8)).apply(to: plain).layout == 8)
    }

    private static let others: [(String, @Sendable (inout Reply) -> Void)] = [
        ("a pace", { $0.pace = Pace(bytes: 1, interval: 1) }),
        ("a cut", { $0.cut = Cut(after: .bytes(1), ending: .close) }),
        ("two parts", { $0.body += $0.body }), ("a pause", { $0.body[0].delay = 1 }), ("no part", { $0.body = [] }),
        ("chunks", { $0.framing = .chunked }), ("no content", { $0.head.status = 204 }),
        ("its own length", { $0.head.set("Content-Length", "1") }), ("ranges", { $0.hasRanges = true }),
        ("an exact head", { $0.head.isExact = true }), ("raw bytes", { $0.raw = [1] }),
    ]

    @Test(arguments: others.indices) func anotherFormHasNone(index: Int) {
        var reply = Self.reply
        Self.others[index].1(&reply)
        #expect(ReplyLayout(reply, number: 7) == nil, "\(Self.others[index].0)")
    }
}
