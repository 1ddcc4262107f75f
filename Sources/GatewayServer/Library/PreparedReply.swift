internal import Bytes
internal import CMicroHTTPD
internal import Glibc
internal import Wire

/// What a shard keeps of a script: which way out it takes, and what was rendered of it in this second.
///
/// "MHD_queue_response … the response can be queued for many connections": one is made for each second
/// (the Date changes) and queued for every request in it.
final class PreparedReply {
    let number: UInt64
    /// Whether libmicrohttpd can say it, byte for byte.
    let isOrdinary: Bool
    private let head: ResponseHead?
    private let content: ContentBox?
    private let script: WireScript
    /// Bytes of the head in the plainest case.
    private let headCount: Int

    private var second = Int64.min
    private var made: OpaquePointer?
    private var rendered: [UInt8]?

    /// A longer head might not fit into the connection's pool beside the request's.
    static let longestHead = 1024

    init(_ script: WireScript) {
        self.script = script
        number = script.number
        var text: [UInt8] = []
        let parts = Self.ordinaryParts(of: script)
        if let (head, bytes) = parts {
            let date = [UInt8](repeating: 0x30, count: 29)
            HTTP1Head.write(head, .length(bytes.count), HTTP1Head.Setting(date: date), into: &text)
        }
        headCount = text.count
        isOrdinary = parts != nil && headCount <= Self.longestHead
        head = isOrdinary ? parts?.0 : nil
        content = isOrdinary ? parts.map { ContentBox($0.1) } : nil
    }

    deinit { if let made { MHD_destroy_response(made) } }

    // MARK: Through the library

    /// The response with this second's date; nil where the library has no memory for it.
    func response(at second: Int64) -> OpaquePointer? {
        if second == self.second, let made { return made }
        if let made { MHD_destroy_response(made) }
        made = nil
        guard let head, let content, let response = content.makeResponse() else { return nil }
        if !head.isUndated, !head.has("date") { Self.add("Date", HTTPDate.format(epochSeconds: second), to: response) }
        for field in head.fields { Self.add(String(decoding: field.name, as: UTF8.self), field.value, to: response) }
        made = response
        self.second = second
        return response
    }

    /// Bytes on the wire for a request of that kind.
    func byteCount(isHead: Bool, keepsAlive: Bool, minorVersion: Int) -> Int {
        let connection =
            keepsAlive
            ? (minorVersion == 0 ? "Connection: Keep-Alive\r\n".utf8.count : 0) : "Connection: close\r\n".utf8.count
        return headCount + connection + (isHead ? 0 : content?.count ?? 0)
    }

    private static func add(_ name: String, _ value: [UInt8], to response: OpaquePointer) {
        (value + [0]).withUnsafeBytes { value in
            _ = MHD_add_response_header(response, name, value.baseAddress!.assumingMemoryBound(to: CChar.self))
        }
    }

    /// Head and body of a script that the library says exactly as we would; nil for every other.
    private static func ordinaryParts(of script: WireScript) -> (ResponseHead, [UInt8])? {
        guard script.ending == .complete,
            case .head(let head, .length(let length), .whole, nil)? = script.actions.first,
            isOrdinary(head)
        else { return nil }
        var bytes: [UInt8] = []
        for action in script.actions.dropFirst() {
            switch action {
            case .content(.bytes(let more), nil): bytes += more
            case .endOfContent(let trailers) where trailers.isEmpty: break
            default: return nil
            }
        }
        return bytes.count == length ? (head, bytes) : nil
    }

    private static func isOrdinary(_ head: ResponseHead) -> Bool {
        guard !head.isExact, head.statusLine == nil, (200..<600).contains(head.status), !head.forbidsContent
        else { return false }
        let phrase = StatusPhrase.phrase(for: head.status)
        if let reason = head.reason, reason != Array(phrase.utf8) { return false }
        guard
            String(cString: MHD_get_reason_phrase_for(UInt32(head.status))) == phrase || phrase == "Non-Standard Status"
        else { return false }
        return head.fields.allSatisfy { field in
            !field.name.isEmpty && !field.value.isEmpty
                // The library refuses these three bytes, and a NUL would end the value.
                && field.value.allSatisfy { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0 }
                && field.name.allSatisfy { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0 }
                && !field.isNamed("content-length") && !field.isNamed("transfer-encoding")
                && !field.isNamed("connection")
        }
    }

    // MARK: Raw

    /// The whole answer as bytes, where it is a short one without a pause, for a plain HTTP/1.1 request.
    func bytes(at second: Int64) -> [UInt8]? {
        guard number != 0 else { return nil }
        if second == self.second { return rendered }
        self.second = second
        rendered = nil
        var bytes: [UInt8] = []
        let setting = HTTP1Head.Setting(date: HTTPDate.format(epochSeconds: second))
        var encoder = HTTP1Encoder(script: script, isHead: false, setting: setting)
        if case .end(.complete) = encoder.fill(&bytes) { rendered = bytes }
        return rendered
    }
}

/// A body that libmicrohttpd sends from our memory, for as long as any response needs it.
private final class ContentBox {
    let count: Int
    private let bytes: UnsafeMutableRawPointer

    init(_ content: [UInt8]) {
        count = content.count
        bytes = .allocate(byteCount: max(1, content.count), alignment: 1)
        content.withUnsafeBytes {
            bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: $0.count)
        }
    }

    deinit { bytes.deallocate() }

    func makeResponse() -> OpaquePointer? {
        // +1 here, released in `contentUnused`, which the library calls when it destroys the response.
        MHD_create_response_from_buffer_with_free_callback_cls(
            count, bytes, contentUnused, Unmanaged.passRetained(self).toOpaque())
    }

    fileprivate static func release(_ box: UnsafeMutableRawPointer) {
        Unmanaged<ContentBox>.fromOpaque(box).release()
    }
}

private func contentUnused(_ box: UnsafeMutableRawPointer?) {
    if let box { ContentBox.release(box) }
}
