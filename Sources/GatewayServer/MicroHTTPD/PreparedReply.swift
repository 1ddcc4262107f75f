internal import Bytes
internal import CMicroHTTPD
internal import HTTP1
internal import Wire

/// What a shard caches of a script that was made at load: how the answer goes out, and what was rendered of it in this
/// second. Or of a layout, for contents of one length, which are then replaced for each request.
///
/// "MHD_queue_response … the response can be queued for many connections": one is made for each second (the Date
/// changes) and queued for every request in it.
final class PreparedReply {
    /// Of the script, or of its layout.
    let number: UInt64
    /// Whether the content belongs to one request, which is not answered yet.
    private(set) var isTaken = false
    /// Nil if libmicrohttpd cannot send it byte for byte.
    private let ordinary: OrdinaryReply?
    private let content: ContentBox?
    /// Whether the connection stays open after it, for HTTP/1.0 and for HTTP/1.1.
    private let leavesOpen: (http10: Bool, http11: Bool)
    private let script: WireScript

    private var made: OpaquePointer?
    private var secondMade = Int64.min
    private var rendered: RenderedAnswer?
    private var secondRendered = Int64.min
    /// Heads as the library sends them in this second, by the version of HTTP and whether the connection is kept.
    private var heads = [SentHead?](repeating: nil, count: 4)
    private var secondOfHeads = Int64.min

    init(_ script: WireScript) {
        self.script = script
        number = script.number != 0 ? script.number : script.layout
        ordinary = OrdinaryReply(script)
        leavesOpen = (
            !ConnectionEnd.follows(script, minorVersion: 0), !ConnectionEnd.follows(script, minorVersion: 1)
        )
        content = ordinary.map { ContentBox($0.content) }
    }

    deinit { if let made { MHD_destroy_response(made) } }

    /// True if it goes out through the library.
    var isOrdinary: Bool { ordinary != nil }

    /// Replaces the content by another of the same length. Not while it is taken: the library reads it until it has completed
    /// the request, though only while it writes.
    func refill(_ content: [UInt8]) {
        assert(!isTaken)
        self.content?.refill(content)
    }

    /// The library's response with the content of one request, which takes it until `release`.
    func takenResponse(at date: DateText) -> LibraryResponse? {
        guard let response = response(at: date) else { return nil }
        isTaken = true
        return LibraryResponse(pointer: response.pointer, isForOnce: false, refilled: self)
    }

    /// The library has completed the request.
    func release() { isTaken = false }

    /// Whether the connection stays open after it for a client of that version that wants it to.
    func keepsAlive(minorVersion: Int) -> Bool { minorVersion == 0 ? leavesOpen.http10 : leavesOpen.http11 }

    /// Bytes on the wire in answer to this request; 0 if it does not go out through the library.
    func byteCount(for request: Request, keepsAlive: Bool) -> Int {
        ordinary?.byteCount(for: request, keepsAlive: keepsAlive) ?? 0
    }

    /// The library's response with this second's date; nil if the library has no memory for it.
    func response(at date: DateText) -> LibraryResponse? {
        if date.second == secondMade, let made { return LibraryResponse(pointer: made, isForOnce: false) }
        if let made { MHD_destroy_response(made) }
        made = nil
        guard let ordinary, let response = content?.makeResponse() else { return nil }
        ordinary.addFields(to: response, date)
        made = response
        secondMade = date.second
        return LibraryResponse(pointer: response, isForOnce: false)
    }

    /// The head as the library sends it in answer to this request.
    func sentHead(for request: Request, keepsAlive: Bool, at date: DateText) -> SentHead {
        if date.second != secondOfHeads {
            secondOfHeads = date.second
            for index in heads.indices { heads[index] = nil }
        }
        let index = (request.minorVersion == 0 ? 2 : 0) + (keepsAlive ? 1 : 0)
        if let head = heads[index] { return head }
        let head = ordinary?.sentHead(for: request, keepsAlive: keepsAlive, at: date) ?? SentHead()
        heads[index] = head
        return head
    }

    /// The whole answer as bytes, for a plain HTTP/1.1 request; nil if it is long or has pauses.
    func rendered(at date: DateText) -> RenderedAnswer? {
        if date.second == secondRendered { return rendered }
        secondRendered = date.second
        rendered = nil
        var bytes: [UInt8] = []
        var encoder = HTTP1Encoder(script: script, isHead: false, setting: HTTP1Head.Setting(date: date.bytes))
        if case .end(.complete) = encoder.fill(&bytes) { rendered = RenderedAnswer(bytes) }
        return rendered
    }
}

/// A body that libmicrohttpd sends from our memory; kept as long as any response needs it.
private final class ContentBox {
    private let count: Int
    private let bytes: UnsafeMutableRawPointer

    init(_ content: [UInt8]) {
        count = content.count
        bytes = .allocate(byteCount: max(1, content.count), alignment: 1)
        content.withUnsafeBytes {
            bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: $0.count)
        }
    }

    deinit { bytes.deallocate() }

    /// With content of the same length.
    func refill(_ content: [UInt8]) {
        content.withUnsafeBytes { content in
            if let base = content.baseAddress { bytes.copyMemory(from: base, byteCount: min(count, content.count)) }
        }
    }

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
