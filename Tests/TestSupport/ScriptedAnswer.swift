public import Wire

/// An answer: as a script, and as the bytes that it has to be.
public struct ScriptedAnswer: Sendable {
    public let name: String
    public let framing: Framing
    public let ending: Ending
    /// The body as it is without framing, and as chunks with their trailers.
    let body: [UInt8]
    let chunkedBody: [UInt8]
    private let status: ResponseHead
    private let statusLine: String
    private let fields: String
    private let hints: Int
    private let actions: [WireAction]

    init(
        _ name: String, status: ResponseHead = ResponseHead(), line: String = "HTTP/1.1 200 OK", fields: String = "",
        _ framing: Framing, _ actions: [WireAction], body: String, chunks: String = "", hints: Int = 0,
        ending: Ending = .complete
    ) {
        self.init(
            name, status: status, line: line, fields: fields, framing, actions, body: Array(body.utf8),
            chunks: Array(chunks.utf8), hints: hints, ending: ending)
    }

    init(
        _ name: String, status: ResponseHead = ResponseHead(), line: String = "HTTP/1.1 200 OK", fields: String = "",
        _ framing: Framing, _ actions: [WireAction], body: [UInt8], chunks: [UInt8], hints: Int = 0,
        ending: Ending = .complete
    ) {
        self.name = name
        self.framing = framing
        self.ending = ending
        self.body = body
        chunkedBody = chunks
        self.status = status
        statusLine = line
        self.fields = fields
        self.hints = hints
        self.actions = actions
    }

    /// Whether the head is all that there is.
    var isExact: Bool { status.isExact }

    /// `number`: 0 for one that is made for a single request.
    public func script(number: UInt64) -> WireScript {
        var all: [WireAction] = []
        if hints > 0 {
            all.append(.interim(ResponseHead(status: 103, fields: [HeaderField("Link", "</a.css>")]), count: hints))
        }
        all.append(.head(status, framing))
        return WireScript(actions: all + actions, ending: ending, number: number)
    }

    func interim(minorVersion: Int) -> [UInt8] {
        guard minorVersion > 0 else { return [] }
        return Array(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n", count: hints).utf8)
    }

    func head(_ request: RowRequest, endsWithConnection: Bool) -> [UInt8] {
        var text = statusLine + "\r\n"
        if !status.isExact {
            if !request.keepsAlive || endsWithConnection {
                text += "Connection: close\r\n"
            } else if request.minorVersion == 0 {
                text += "Connection: Keep-Alive\r\n"
            }
        }
        text += fields
        switch framing {
        case .length(let count): text += "Content-Length: \(count)\r\n"
        case .chunked where request.minorVersion > 0: text += "Transfer-Encoding: chunked\r\n"
        default: break
        }
        return Array((text + "\r\n").utf8)
    }

    private static func content(_ text: String, pace: Pace? = nil) -> WireAction {
        .content(.bytes(Array(text.utf8)), pace: pace)
    }

    private static let large = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    public static let all: [ScriptedAnswer] = [
        ScriptedAnswer("empty", .length(0), [], body: ""),
        ScriptedAnswer("length", .length(5), [content("hello")], body: "hello"),
        ScriptedAnswer("length in two parts", .length(5), [content("hel"), content("lo")], body: "hello"),
        ScriptedAnswer(
            "fields, one empty, one twice",
            status: ResponseHead(
                fields: [HeaderField("X-B", "2"), HeaderField("X-A", ""), HeaderField("X-B", "3")]),
            fields: "X-B: 2\r\nX-A: \r\nX-B: 3\r\n", .length(5), [content("hello")], body: "hello"),
        ScriptedAnswer(
            "420", status: ResponseHead(status: 420), line: "HTTP/1.1 420 Non-Standard Status", .length(5),
            [content("hello")], body: "hello"),
        ScriptedAnswer(
            "a reason of its own", status: ResponseHead(status: 503, reason: Array("Not Now".utf8)),
            line: "HTTP/1.1 503 Not Now", .length(5), [content("hello")], body: "hello"),
        ScriptedAnswer("204", status: ResponseHead(status: 204), line: "HTTP/1.1 204 No Content", .none, [], body: ""),
        ScriptedAnswer(
            "304", status: ResponseHead(status: 304, fields: [HeaderField("ETag", "\"a\"")]),
            line: "HTTP/1.1 304 Not Modified", fields: "ETag: \"a\"\r\n", .none, [], body: ""),
        ScriptedAnswer(
            "exact head",
            status: ResponseHead(fields: [HeaderField("content-length", "5")], isExact: true),
            fields: "content-length: 5\r\n", .asGiven, [content("hello")], body: "hello", ending: .close),
        ScriptedAnswer(
            "chunks", .chunked, [content("hello"), content(", world"), .endOfContent()], body: "hello, world",
            chunks: "5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n"),
        ScriptedAnswer(
            "chunks and a trailer", .chunked,
            [content("hello"), .endOfContent(trailers: [HeaderField("X-Sum", "9")])], body: "hello",
            chunks: "5\r\nhello\r\n0\r\nX-Sum: 9\r\n\r\n"),
        ScriptedAnswer("framed by the close", .close, [content("hello")], body: "hello"),
        ScriptedAnswer("early hints", .length(5), [content("hello")], body: "hello", hints: 2),
        ScriptedAnswer(
            "a pause", .length(5), [content("hel"), .wait(3_000_000), content("lo")], body: "hello"),
        ScriptedAnswer(
            "a pace", .length(5), [content("hello", pace: Pace(bytes: 2, interval: 1_000_000))], body: "hello"),
        ScriptedAnswer(
            "a chunk at a pace", .chunked,
            [content("hello", pace: Pace(bytes: 2, interval: 1_000_000)), .endOfContent()], body: "hello",
            chunks: "2\r\nhe\r\n2\r\nll\r\n1\r\no\r\n0\r\n\r\n"),
        ScriptedAnswer(
            "200,000 bytes", .length(200_000), [.content(.bytes(large))], body: large, chunks: []),
        ScriptedAnswer(
            "200,000 bytes in chunks", .chunked, [.content(.bytes(large)), .endOfContent()], body: large,
            chunks: stride(from: 0, to: large.count, by: 65_536).flatMap { begin in
                let piece = large[begin..<min(large.count, begin + 65_536)]
                return Array(String(piece.count, radix: 16).utf8) + [13, 10] + piece + [13, 10]
            } + Array("0\r\n\r\n".utf8)),
        ScriptedAnswer("closed behind a length", .length(5), [content("hello")], body: "hello", ending: .close),
        ScriptedAnswer("cut and closed", .length(9), [content("hello")], body: "hello", ending: .close),
        ScriptedAnswer("cut and reset", .length(9), [content("hello")], body: "hello", ending: .reset),
        ScriptedAnswer("cut and held", .length(9), [content("hello")], body: "hello", ending: .hold),
        ScriptedAnswer(
            "chunks without an end, reset", .chunked, [content("hello")], body: "hello", chunks: "5\r\nhello\r\n",
            ending: .reset),
        ScriptedAnswer(
            "reset behind 200,000 bytes", .length(300_000), [.content(.bytes(large))], body: large, chunks: [],
            ending: .reset),
        ScriptedAnswer(
            "held behind a pause", .length(9), [content("hello"), .wait(2_000_000)], body: "hello", ending: .hold),
    ]
}
