/// TCP in the clear.
struct PlainSocket: Transport {
    private let socket: TCPSocket

    init(_ socket: TCPSocket) { self.socket = socket }

    func write(_ bytes: [UInt8], from offset: Int, most: Int) -> Written {
        socket.write(bytes, from: offset, most: most)
    }

    var unacknowledged: Int { socket.unacknowledged }

    func finish() { socket.finish() }

    func reset() {
        socket.resetOnClose()
        socket.close()
    }

    func discard(limit: Int) -> Discarded { socket.discard(limit: limit) }

    func close() { socket.close() }
}
