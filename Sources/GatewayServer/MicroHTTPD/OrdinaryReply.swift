internal import CMicroHTTPD
internal import Glibc
internal import HTTP1
internal import Wire

/// An answer that libmicrohttpd sends byte for byte as we would: a whole head with a known length and no fields that
/// the library acts on, and a body in one piece, after which the connection may stay open.
struct OrdinaryReply {
    let head: ResponseHead
    let content: [UInt8]
    /// Bytes of the head without a Connection field.
    private let headCount: Int

    /// In bytes. A longer body that is sent only once is cheaper to send in pieces.
    private static let longestOnce = 256 << 10

    /// Nil for a script that the library cannot send byte for byte.
    init?(_ script: WireScript) {
        guard script.ending == .complete,
            case .head(let head, .length(let length), .whole, nil)? = script.actions.first,
            // The library would copy the whole body of a response that is made for one request. Writing it ourselves
            // takes it piece by piece.
            script.number != 0 || length <= Self.longestOnce,
            Self.isOrdinary(head), let content = Self.content(of: script), content.count == length
        else { return nil }
        headCount = HTTP1Head.count(of: head, length: length)
        guard headCount <= ServerConfiguration.longestAnswerHead else { return nil }
        self.head = head
        self.content = content
    }

    /// Bytes on the wire in answer to this request.
    func byteCount(for request: Request, keepsAlive: Bool) -> Int {
        let connection =
            keepsAlive
            ? (request.minorVersion == 0 ? "Connection: Keep-Alive\r\n".utf8.count : 0)
            : "Connection: close\r\n".utf8.count
        return headCount + connection + (request.isHead ? 0 : content.count)
    }

    /// The head as the library sends it in answer to this request.
    func sentHead(for request: Request, keepsAlive: Bool, at date: DateText) -> SentHead {
        let setting = HTTP1Head.Setting(
            date: date.bytes, minorVersion: request.minorVersion, keepAlive: keepsAlive)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headCount + "Connection: Keep-Alive\r\n".utf8.count)
        HTTP1Head.write(head, .length(content.count), setting, into: &bytes)
        return SentHead(whole: bytes)
    }

    /// The library's response, for one request alone; nil if the library has no memory for it.
    func response(at date: DateText) -> OpaquePointer? {
        let response = content.withUnsafeBytes { bytes in
            // The library copies the bytes, and so does not change them.
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let response else { return nil }
        addFields(to: response, date)
        return response
    }

    /// Adds the fields to a response of the library.
    func addFields(to response: OpaquePointer, _ date: DateText) {
        if !head.omitsDate, !head.has("date") { _ = MHD_add_response_header(response, "Date", date.text) }
        for field in head.fields {
            field.name.withCString { name in
                field.value.withCString { value in _ = MHD_add_response_header(response, name, value) }
            }
        }
    }

    /// The body in one piece; nil if the script does more than send content.
    static func content(of script: WireScript) -> [UInt8]? {
        var content: [UInt8] = []
        for action in script.actions.dropFirst() {
            switch action {
            case .content(.bytes(let more), nil): if content.isEmpty { content = more } else { content += more }
            case .endOfContent(let trailers) where trailers.isEmpty: break
            default: return nil
            }
        }
        return content
    }

    private static func isOrdinary(_ head: ResponseHead) -> Bool {
        guard !head.isExact, head.statusLine == nil, !head.isHTTP10, (200..<600).contains(head.status),
            !head.forbidsContent,
            samePhrases[head.status - 200]
        else { return false }
        if let reason = head.reason, reason != Array(StatusPhrase.phrase(for: head.status).utf8) { return false }
        return head.fields.allSatisfy { field in
            !field.name.isEmpty && !field.value.isEmpty && isPlain(field.value) && isPlain(field.name)
                && !field.isNamed("content-length") && !field.isNamed("transfer-encoding")
                && !field.isNamed("connection")
        }
    }

    /// For each status from 200 on: whether the library has the same reason phrase as we have.
    private static let samePhrases = (200..<600).map { status in
        let phrase = StatusPhrase.phrase(for: status)
        return phrase == "Non-Standard Status" || String(cString: MHD_get_reason_phrase_for(UInt32(status))) == phrase
    }

    /// The library refuses tabs and line ends, and a NUL would end the value.
    private static func isPlain(_ text: [UInt8]) -> Bool {
        for byte in text where byte < 0x20 && (byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0) {
            return false
        }
        return true
    }
}

extension [UInt8] {
    /// Calls `body` with a copy of the bytes that has a NUL after it.
    fileprivate func withCString(_ body: (UnsafePointer<CChar>) -> Void) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer in
            withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
            }
            buffer[count] = 0
            body(UnsafePointer(buffer.baseAddress!))
        }
    }
}
