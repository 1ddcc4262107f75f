internal import HTTP1
internal import Wire

/// Protocol detection: the first bytes tell which protocol the client speaks, and who reads the connection.
extension Connection {
    /// Looks at the bytes that have come, without consuming them. `isLast`: the peer sends no more.
    func peek(isLast: Bool = false) {
        guard let bytes = transport.peek(into: context.peeked) else { return leftWithoutRequest() }
        if exchange.plan.act == .resetOnFirstByte { return resetOnFirstByte(bytes) }
        if let stop = exchange.plan.tls?.fault?.stop, stop.stage == .firstRequest, exchange.request.tls != nil,
            !bytes.isEmpty
        {
            return strikeFirstRequest(stop, bytes)
        }
        switch ProtocolDetection(bytes) {
        case .http1:
            // The library gets whole heads only. Our own reader awaits the rest of the others.
            guard exchange.plan === ConnectionPlan.serve, context.usesLibrary, PlainHead.count(in: bytes) != nil,
                let socket = transport.plainSocket
            else { return beginReading() }
            enterLibrary(socket)
        case .tls where exchange.request.tls == nil: helloCame(bytes, isLast: isLast)
        case .tls: end(UnreadStart(Self.start(of: bytes), .tls, BuiltInReplies.notHTTP1))
        case .foreign(let kind):
            let answer = kind == .socks ? BuiltInReplies.noProxy(version: bytes[0]) : BuiltInReplies.notHTTP1
            end(UnreadStart(Self.start(of: bytes), kind, answer))
        case .undecided where isLast || transport.hasPeerFinished: end(UnreadStart(Self.start(of: bytes), .cutOff))
        case .undecided: awaitMore()
        }
    }

    /// Our own reader reads from here on.
    private func beginReading() {
        carrier = .http1
        http1.beginReading(pace: exchange.plan.readPace)
        readOn()
    }

    static func start(of bytes: UnsafeBufferPointer<UInt8>) -> (start: [UInt8], count: Int) {
        (Array(bytes.prefix(ForeignProtocolStart.maximumBytes)), bytes.count)
    }

    /// The first head has not come in time.
    func detectionIsOverdue() {
        let bytes = transport.peek(into: context.peeked)
        if let bytes, case .tls = ProtocolDetection(bytes), exchange.request.tls == nil {
            return handshakeIsOverdue(ReceivedHello(Self.start(of: bytes)))
        }
        if context.now >= idleEnd {
            beginReading()
            // A whole request may have come at this moment.
            if case .http1 = carrier, http1.readsRequest, !http1.run.isOpen { keepAliveIsOver() }
            return
        }
        end(.overdue(bytes.map { Self.start(of: $0) } ?? ([], 0)))
    }

    func awaitMore() {
        // The deadline was set when the connection was accepted.
        setDeadlineTimer()
        transport.watch(Self.arrivals)
    }

    /// Gives the socket to libmicrohttpd. Nothing is watched yet: many connections carry one request only, and the others are
    /// watched from its end on.
    private func enterLibrary(_ socket: TCPSocket) {
        let library = LibraryConnection(client: self, socket: socket, daemon: context.library)
        carrier = .library(library)
        transport.unwatch()
        // If the library refuses the connection, it has closed the socket, and may have reported that.
        guard !library.enter() else { return }
        if case .library = carrier { over() }
    }
}
