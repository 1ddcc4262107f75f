public import Wire

/// Writes the pieces of one answer as bytes of HTTP/1 (RFC 9112).
public struct HTTP1Framing: Sendable {
    private let setting: HTTP1Head.Setting
    private var isChunked = false
    /// Whether a head, or how it is framed, ends the connection.
    private var endsConnection = false

    public init(_ setting: HTTP1Head.Setting) { self.setting = setting }

    public mutating func append(_ piece: AnswerPiece, to buffer: inout [UInt8]) {
        switch piece {
        case .interim(let head, let count):
            guard setting.minorVersion > 0 else { return }  // RFC 9110, 15.2
            var bytes: [UInt8] = []
            HTTP1Head.write(head, .none, HTTP1Head.Setting(), into: &bytes)
            for _ in 0..<count { buffer.append(contentsOf: bytes) }
        case .head(let head, let framing, let extent, let content):
            append(head, framing, extent, content, to: &buffer)
        case .content(let bytes):
            guard isChunked else { return buffer.append(contentsOf: bytes) }
            buffer.append(contentsOf: String(bytes.count, radix: 16).utf8)
            buffer.append(contentsOf: "\r\n".utf8)
            buffer.append(contentsOf: bytes)
            buffer.append(contentsOf: "\r\n".utf8)
        case .endOfContent(let trailers):
            guard isChunked else { return }
            buffer.append(contentsOf: "0\r\n".utf8)
            for field in trailers {
                buffer.append(contentsOf: field.name)
                buffer.append(contentsOf: ": ".utf8)
                buffer.append(contentsOf: field.value)
                buffer.append(contentsOf: "\r\n".utf8)
            }
            buffer.append(contentsOf: "\r\n".utf8)
        case .raw(let bytes): buffer.append(contentsOf: bytes)
        }
    }

    private mutating func append(
        _ head: ResponseHead, _ framing: Framing, _ extent: HeadExtent, _ content: Int?, to buffer: inout [UInt8]
    ) {
        isChunked = framing == .chunked && setting.minorVersion > 0 || framing == .written(.chunked)
        endsConnection =
            endsConnection
            || ConnectionEnd.follows(head, framing, minorVersion: setting.minorVersion, content: content)
        var bytes: [UInt8] = []
        HTTP1Head.write(head, framing, setting, into: &bytes)
        switch extent {
        case .whole: break
        case .upTo(let position): bytes.removeSubrange(HTTP1Head.offset(of: position, in: bytes, of: head)...)
        case .from(let position): bytes.removeSubrange(..<HTTP1Head.offset(of: position, in: bytes, of: head))
        }
        buffer.append(contentsOf: bytes)
    }

    /// How an answer that its script ends in this way ends on this connection.
    public func ending(of ending: Ending) -> Ending {
        guard ending == .complete, endsConnection || !setting.keepAlive else { return ending }
        return .close
    }
}
