import HTTP1
import Testing
import Wire

/// Which answers end their connection though nobody asked for that.
struct ConnectionEndTests {
    private func reply(
        _ fields: [(String, String)] = [], _ framing: Reply.FramingChoice = .automatic, status: Int = 200
    ) -> Reply {
        var reply = Reply(
            ResponseHead(status: status, fields: fields.map { HeaderField($0, $1) }), body: [], framing: framing)
        if status == 200 { reply.content = Array("0123456789".utf8) }
        return reply
    }

    private func ends(_ reply: Reply, minorVersion: Int = 1) -> Bool {
        ConnectionEnd.follows(reply.script(), minorVersion: minorVersion)
    }

    @Test func nobodyAskedForIt() {
        for reply in [reply(), reply([("Connection", "close")]), reply([], .close), reply([("Content-Length", "9")])] {
            #expect(reply.script().ending == .complete)
        }
    }

    @Test func aLengthThatIsTrueLeavesItOpen() {
        #expect(!ends(reply()))
        #expect(!ends(reply([("Content-Length", "10")])))
        #expect(ends(reply([("Content-Length", "9")])))
        #expect(ends(reply([("Content-Length", "11")])))
        #expect(ends(reply([("Content-Length", "ten")])))
        #expect(ends(reply([("Transfer-Encoding", "chunked")])))
    }

    @Test func aHeadThatIsAllThereIsHasToSayTheLength() {
        var exact = reply([("X-A", "b")])
        exact.head.isExact = true
        #expect(ends(exact))
        exact.head.status = 204
        exact.body = []
        #expect(!ends(exact))
    }

    @Test func theWordCloseIsHeard() {
        #expect(ends(reply([("Connection", "close")])))
        #expect(ends(reply([("connection", "Close")])))
        #expect(!ends(reply([("Connection", "keep-alive")])))
        #expect(ends(reply([("Connection", "close")], status: 204)))
    }

    @Test func chunksAreForHTTP11() {
        #expect(!ends(reply([], .chunked)))
        #expect(ends(reply([], .chunked), minorVersion: 0))
        #expect(ends(reply([], .close)))
    }

    @Test func whatWasAskedForStands() {
        var broken = reply()
        broken.ending = .reset
        #expect(ends(broken))
        #expect(broken.script().ending == .reset)
    }
}
