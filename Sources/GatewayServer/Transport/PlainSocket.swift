internal import Wire

/// TCP without encryption.
struct PlainSocket: Transport {
    static let features: TransportFeatures = .resets
    let socket: TCPSocket
    /// Descriptor of the poller that reports the socket's events, with `id`, the connection's.
    private let poller: Int32
    private let id: UInt64
    /// The events that are watched; nil if the socket is not in the poller.
    private(set) var watched: Readiness?

    /// `poller` is a poller's descriptor; `id` comes back with each event.
    init(_ socket: TCPSocket, poller: Int32, id: UInt64) {
        self.socket = socket
        self.poller = poller
        self.id = id
    }

    /// The same socket under another of its descriptors; not watched yet.
    func moved(to other: TCPSocket) -> PlainSocket { PlainSocket(other, poller: poller, id: id) }

    // MARK: Events

    mutating func watch(_ events: Readiness) {
        if watched == events { return }
        if watched == nil {
            Poller.add(socket.descriptor, events, id: id, to: poller)
        } else {
            Poller.change(socket.descriptor, events, id: id, in: poller)
        }
        watched = events
    }

    mutating func unwatch() {
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

    func discard(limit: Int) -> DiscardResult { socket.discard(limit: limit) }

    // MARK: Ending

    func finish() { socket.finish() }

    func reset() {
        socket.resetOnClose()
        socket.close()
    }

    func close() { socket.close() }
}
