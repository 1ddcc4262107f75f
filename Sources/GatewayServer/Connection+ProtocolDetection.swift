internal import HTTP1
internal import Wire

/// Protocol detection: the first bytes tell which protocol the client speaks, and who reads the connection.
extension Connection {
    private enum DetectedProtocol { case undecided, http1, foreign(ForeignProtocolStart.Kind) }

    /// Looks at the bytes that have come, without consuming them. `isLast`: the peer sends no more.
    func peek(isLast: Bool = false) {
        guard let bytes = transport.socket.peek(into: context.peeked) else { return close() }
        switch Self.detect(bytes) {
        // The library gets whole heads only. Our own reader awaits the rest of the others.
        case .http1:
            if context.usesLibrary, PlainHead.count(in: bytes) != nil { enterLibrary() } else { readOurselves() }
        case .foreign(let kind):
            let start = Array(bytes.prefix(ForeignProtocolStart.maximumBytes))
            refuse(start, count: bytes.count, kind, BuiltInReplies.notHTTP1)
        case .undecided where isLast:
            noteCut(bytes)
            close()
        case .undecided: awaitMore()
        }
    }

    /// Reports what has come of a head of which no more will come.
    private func noteCut(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        noteCut(Array(bytes.prefix(ForeignProtocolStart.maximumBytes)), count: bytes.count)
    }

    /// The first head has not come in time. A client that has sent nothing asks for nothing (RFC 9112, 9.8).
    func detectionIsOverdue() {
        guard let bytes = transport.socket.peek(into: context.peeked), !bytes.isEmpty else { return close() }
        let start = Array(bytes.prefix(ForeignProtocolStart.maximumBytes))
        refuse(start, count: bytes.count, .cutOff, BuiltInReplies.headTimeout)
    }

    private func awaitMore() {
        // The deadline was set when the connection was accepted.
        setDeadlineTimer()
        transport.watch(Self.arrivals)
    }

    /// Gives the socket to libmicrohttpd. Nothing is watched yet: many connections carry one request only, and the others are
    /// watched from its end on.
    private func enterLibrary() {
        let library = LibraryConnection(client: self, socket: transport.socket, daemon: context.library)
        self.library = library
        phase = .library
        transport.unwatch()
        // If the library refuses the connection, it has closed the socket, and may have reported that.
        if !library.enter(), phase != .closed { over() }
    }

    /// The preface of HTTP/2 begins with `PRI * HTTP/2.0` (RFC 9113, 3.4). A TLS record that opens a connection begins
    /// with the bytes 22, 3 (RFC 8446, 5.1).
    private static func detect(_ bytes: UnsafeBufferPointer<UInt8>) -> DetectedProtocol {
        guard let first = bytes.first else { return .undecided }
        if first == 0x16, bytes.count == 1 || bytes[1] == 3 { return bytes.count == 1 ? .undecided : .foreign(.tls) }
        let preface = "PRI * HTTP/2.0".utf8
        if first == UInt8(ascii: "P"), zip(bytes, preface).allSatisfy({ $0 == $1 }) {
            return bytes.count < preface.count ? .undecided : .foreign(.http2)
        }
        return .http1
    }
}
