import Testing
import Wire

@testable import GatewayServer

/// What a shard keeps of layouts, whose content is replaced for each request.
struct RefilledRepliesTests {
    private static func layout(_ number: UInt64, _ change: (inout Reply) -> Void = { _ in }) throws -> ReplyLayout {
        var reply = Reply(status: 200, contentType: "text/plain", text: "sample")
        change(&reply)
        return try #require(ReplyLayout(reply, number: number))
    }

    private static func script(_ layout: ReplyLayout, _ text: String) -> WireScript { layout.script(Array(text.utf8)) }

    private static func ask(_ replies: inout RefilledReplies, _ script: WireScript) -> PreparedReply? {
        replies.reply(script)
    }

    @Test func oneIsKeptForEachLengthOnceItIsAskedForAgain() throws {
        var replies = RefilledReplies()
        let layout = try Self.layout(7)
        #expect(Self.ask(&replies, Self.script(layout, "ab")) == nil)
        let kept = try #require(Self.ask(&replies, Self.script(layout, "cd")))
        #expect(Self.ask(&replies, Self.script(layout, "ef")) === kept)
        #expect(Self.ask(&replies, Self.script(layout, "longer")) == nil)
        let longer = try #require(Self.ask(&replies, Self.script(layout, "LONGER")))
        #expect(longer !== kept)
        #expect(Self.ask(&replies, Self.script(layout, "gh")) === kept)
    }

    /// As long as a client has not taken it all, others get another one.
    @Test func aTakenOneIsNotReplaced() throws {
        var replies = RefilledReplies()
        let layout = try Self.layout(7)
        _ = replies.reply(Self.script(layout, "ab"))
        let taken = try #require(Self.ask(&replies, Self.script(layout, "cd")))
        let response = try #require(taken.takenResponse(at: DateText()))
        #expect(response.refilled === taken)
        #expect(!response.isForOnce)
        let other = try #require(Self.ask(&replies, Self.script(layout, "ef")))
        #expect(other !== taken)
        #expect(Self.ask(&replies, Self.script(layout, "gh")) === other)
        taken.release()
        #expect(Self.ask(&replies, Self.script(layout, "ij")) === other)
    }

    /// Those of sessions with scenarios of their own have the same lower halves.
    @Test func layoutsOfManyLoadsStandBesideEachOther() throws {
        var replies = RefilledReplies()
        let layouts = try (1...16).map { try Self.layout($0 << 32 + 1) }
        for _ in 0..<2 { for layout in layouts { _ = replies.reply(Self.script(layout, "ab")) } }
        let kept = layouts.filter { Self.ask(&replies, Self.script($0, "cd")) != nil }
        #expect(kept.count > 12, "\(kept.count) of 16")
    }

    @Test(arguments: ["reason", "status", "length", "none", "long"])
    func whatIsNotForTheLibraryIsSentOtherwise(kind: String) throws {
        var replies = RefilledReplies()
        let layout = try Self.layout(7) { reply in
            switch kind {
            case "reason": reply.head.reason = Array("Nope".utf8)
            case "status": reply.head.status = 999
            case "length": reply.head.set("X-Empty", "")
            default: break
            }
        }
        let text = ["none": "", "long": String(repeating: "a", count: 4097)][kind] ?? "ab"
        for _ in 0..<3 { #expect(Self.ask(&replies, Self.script(layout, text)) == nil) }
    }
}
