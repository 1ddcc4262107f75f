internal import CMicroHTTPD
internal import Glibc
internal import HTTP1
internal import Wire

/// An answer that libmicrohttpd says exactly as we would: a whole head with a known length and fields of no meaning to
/// the library, a body in one piece, the connection living on.
struct OrdinaryReply {
    let head: ResponseHead
    let content: [UInt8]
    /// Bytes of the head in the plainest case.
    private let headCount: Int

    /// A longer head might not fit into the connection's pool beside the request's.
    static let longestHead = 1024
    /// A longer body that is sent only once costs less in pieces.
    private static let longestOnce = 256 << 10

    /// Nil for a script that the library cannot say, byte for byte.
    init?(_ script: WireScript) {
        guard script.ending == .complete,
            case .head(let head, .length(let length), .whole, nil)? = script.actions.first,
            // What is made for one request is not copied whole for it: the raw way takes it piece by piece.
            script.number != 0 || length <= Self.longestOnce,
            Self.isOrdinary(head), let content = Self.content(of: script), content.count == length
        else { return nil }
        headCount = HTTP1Head.count(of: head, length: length)
        guard headCount <= Self.longestHead else { return nil }
        self.head = head
        self.content = content
    }

    /// Bytes on the wire for a request of that kind.
    func byteCount(for request: Request, keepsAlive: Bool) -> Int {
        let connection =
            keepsAlive
            ? (request.minorVersion == 0 ? "Connection: Keep-Alive\r\n".utf8.count : 0)
            : "Connection: close\r\n".utf8.count
        return headCount + connection + (request.isHead ? 0 : content.count)
    }

    /// The library's response, for one request alone; nil where it has no memory for it.
    func response(at date: DateText) -> LibraryResponse? {
        let response = content.withUnsafeBytes { bytes in
            // It copies them, and so changes nothing.
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let response else { return nil }
        addFields(to: response, date)
        return LibraryResponse(pointer: response, isForOnce: true)
    }

    /// Gives a response of the library its fields.
    func addFields(to response: OpaquePointer, _ date: DateText) {
        if !head.omitsDate, !head.has("date") { _ = MHD_add_response_header(response, "Date", date.text) }
        for field in head.fields {
            field.name.withCString { name in
                field.value.withCString { value in _ = MHD_add_response_header(response, name, value) }
            }
        }
    }

    /// What is sent between the head and the end, in one piece; nil where there is more than content.
    private static func content(of script: WireScript) -> [UInt8]? {
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
        guard !head.isExact, head.statusLine == nil, (200..<600).contains(head.status), !head.forbidsContent,
            samePhrases[head.status - 200]
        else { return false }
        if let reason = head.reason, reason != Array(StatusPhrase.phrase(for: head.status).utf8) { return false }
        return head.fields.allSatisfy { field in
            !field.name.isEmpty && !field.value.isEmpty && isPlain(field.value) && isPlain(field.name)
                && !field.isNamed("content-length") && !field.isNamed("transfer-encoding")
                && !field.isNamed("connection")
        }
    }

    /// Statuses from 200 on for which the library has the phrase that we have.
    private static let samePhrases = (200..<600).map { status in
        let phrase = StatusPhrase.phrase(for: status)
        return phrase == "Non-Standard Status" || String(cString: MHD_get_reason_phrase_for(UInt32(status))) == phrase
    }

    /// The library refuses a tab and the ends of lines, and a NUL would end the value.
    private static func isPlain(_ text: [UInt8]) -> Bool {
        for byte in text where byte < 0x20 && (byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0) {
            return false
        }
        return true
    }
}

extension [UInt8] {
    /// With a NUL behind it.
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
