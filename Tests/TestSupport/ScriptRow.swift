internal import Wire

/// A script and a request that it answers, with what has to come over the wire for them, whatever carries it.
///
/// The expected bytes are put together here, from RFC 9112's rules for one answer, and not by the encoder.
public struct ScriptRow: Sendable {
    public let answer: ScriptedAnswer
    public let request: RowRequest
    private let isChunked: Bool
    private let isFramedByClose: Bool

    public var name: String { "\(answer.name), \(request.name)" }

    /// All bytes of the answer but its Date, which no field of a row has.
    public let bytes: [UInt8]
    /// How many of them are heads.
    public let headCount: Int

    init(_ answer: ScriptedAnswer, _ request: RowRequest) {
        self.answer = answer
        self.request = request
        isChunked = answer.framing == .chunked && request.minorVersion > 0
        isFramedByClose = answer.framing == .close || answer.framing == .chunked && request.minorVersion == 0
        var bytes = answer.interim(minorVersion: request.minorVersion)
        bytes += answer.head(request, endsWithConnection: isFramedByClose)
        headCount = bytes.count
        if !request.isHead { bytes += isChunked ? answer.chunkedBody : answer.body }
        self.bytes = bytes
    }

    /// Whether the answer has a Date.
    public var isDated: Bool { !answer.isExact }

    /// How the connection is left.
    public var ending: RowEnding {
        switch answer.ending {
        case .complete: request.keepsAlive && !isFramedByClose ? .kept : .closed
        case .close: .closed
        case .reset: .reset
        default: .held
        }
    }

    public static let all: [ScriptRow] = ScriptedAnswer.all.flatMap { answer in
        RowRequest.all.map { ScriptRow(answer, $0) }
    }
}

/// How a connection is left by an answer.
public enum RowEnding: Sendable {
    /// The peer's FIN.
    case closed
    /// The peer's RST.
    case reset
    /// Open and silent.
    case held
    /// Open, and there for another request.
    case kept
}

/// A way to ask.
public struct RowRequest: Sendable {
    public let name: String
    public let method: String
    public let minorVersion: Int
    public let keepsAlive: Bool
    private let fields: String
    private let body: String

    public var isHead: Bool { method == "HEAD" }

    public func text(_ target: String) -> String {
        "\(method) \(target) HTTP/1.\(minorVersion)\r\nHost: x\r\n\(fields)\r\n\(body)"
    }

    public static let all = [
        RowRequest(name: "GET", method: "GET", minorVersion: 1, keepsAlive: true, fields: "", body: ""),
        RowRequest(
            name: "GET and close", method: "GET", minorVersion: 1, keepsAlive: false, fields: "Connection: close\r\n",
            body: ""),
        RowRequest(name: "HEAD", method: "HEAD", minorVersion: 1, keepsAlive: true, fields: "", body: ""),
        RowRequest(name: "HTTP/1.0", method: "GET", minorVersion: 0, keepsAlive: false, fields: "", body: ""),
        RowRequest(
            name: "HTTP/1.0 kept alive", method: "GET", minorVersion: 0, keepsAlive: true,
            fields: "Connection: Keep-Alive\r\n", body: ""),
        RowRequest(
            name: "POST", method: "POST", minorVersion: 1, keepsAlive: true, fields: "Content-Length: 3\r\n",
            body: "abc"),
    ]
}
