internal import Wire

/// TCP without encryption.
final class PlainSocket: Transport {
    static let features: TransportFeatures = .resets
    private var socket: TCPSocket
    /// Descriptor of the poller that reports the socket's events, with `id`, the connection's.
    private let poller: Int32
    private let id: UInt64
    private(set) var watched: Readiness?

    /// `poller` is a poller's descriptor; `id` comes back with each event.
    init(_ socket: TCPSocket, poller: Int32, id: UInt64) {
        self.socket = socket
        self.poller = poller
        self.id = id
    }

    // MARK: Events

    func watch(_ events: Readiness) {
        if watched == events { return }
        if watched == nil {
            Poller.add(socket.descriptor, events, id: id, to: poller)
        } else {
            Poller.change(socket.descriptor, events, id: id, in: poller)
        }
        watched = events
    }

    func unwatch() {
        guard watched != nil else { return }
        Poller.remove(socket.descriptor, from: poller)
        watched = nil
    }

    // MARK: Bytes

    func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult {
        socket.write(bytes, from: offset, most: most)
    }

    func writeBeneath(_ bytes: [UInt8]) -> WriteResult { socket.write(bytes, from: 0) }

    var unacknowledged: Int { socket.unacknowledged }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult { socket.read(into: buffer) }

    func peek(into buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        socket.peek(into: buffer)
    }

    func discard(limit: Int) -> DiscardResult { socket.discard(limit: limit) }

    var isAtEnd: Bool { socket.isAtEnd }

    func acknowledge() { socket.acknowledge() }

    func narrow() { socket.narrow() }

    // MARK: Ending

    func finish(_: Ending.CloseNotify) { socket.finish() }

    func reset() {
        socket.resetOnClose()
        socket.close()
    }

    func close() { socket.close() }

    // MARK: libmicrohttpd

    var plainSocket: TCPSocket? { socket }

    func returned(as socket: TCPSocket) {
        unwatch()
        self.socket = socket
    }
}
