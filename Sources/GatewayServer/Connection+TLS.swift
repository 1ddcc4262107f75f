internal import TLS
internal import Wire

/// The ClientHello of a connection whose handshake is not over.
final class ReceivedHello {
    /// Its first bytes.
    let start: UnreadStart
    /// What it says, once it is whole.
    var said: TLSHello?

    init(_ bytes: (start: [UInt8], count: Int)) { start = UnreadStart(bytes, .tls) }
}

/// TLS: from a ClientHello to the first bytes within, at which the protocol is detected again.
extension Connection {
    /// The beginning of a ClientHello has come, or the whole. Until it is whole, the connection costs no session.
    func helloCame(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
        let hello = ReceivedHello(Self.start(of: bytes))
        switch ClientHelloSpan(bytes) {
        case .whole: break
        case .partial where bytes.count < context.peeked.count: return isLast ? end(hello.start) : awaitMore()
        // It goes on in buffers of the session.
        case .partial: break
        case .tooLong: return refuse(hello, .illegalParameter)
        }
        guard context.handshakes.begin() else {
            if !awaitsHandshake { context.handshakes.wait(id) }
            awaitsHandshake = true
            return awaitMore()
        }
        let whole = ClientHello(records: bytes)
        hello.said = whole?.said
        let plan = plan(hello.said)
        do {
            let tls = try TLSTransport(
                context.tls, plan.tls ?? .standard, on: transport, address: transport.plainSocket?.localAddress ?? [],
                buffers: context.tlsBuffers, hello: whole)
            let connection = Connection(self, plan, in: tls, hello: hello)
            context.replace(connection)
            connection.shakeHands()
        } catch {
            // What the policy of this system forbids a scenario is an error when that is loaded.
            refuse(hello, .internalError)
        }
    }

    /// What becomes of the connection, as the responder says now that the client has said whom it asks for.
    private func plan(_ hello: TLSHello?) -> ConnectionPlan {
        guard let hello, let plan = context.responder.hello(hello, of: exchange.connection) else {
            return exchange.plan
        }
        if exchange.arrived == 0 {
            context.readClocks()
            (exchange.arrived, exchange.arrivedAt) = (context.now, context.wall)
            exchange.outcome.clockAge = context.clockAge
        }
        return plan
    }

    /// The ClientHello has waited for this turn of the loop.
    func handshakeTurnCame() {
        awaitsHandshake = false
        if case .detection = carrier { peek() }
    }

    /// Ends the connection by a fatal alert in the clear (RFC 8446, 6).
    private func refuse(_ hello: ReceivedHello, _ alert: TLSAlert) {
        let written = transport.writeBeneath([21, 3, 3, 0, 2, 2, alert.rawValue])
        let isSent = if case .some = written { true } else { false }
        report(hello, .closed) { $0.sentAlert = isSent ? alert : nil }
        transport.unwatch()
        linger()
    }

    /// Goes on with the handshake.
    func shakeHands() {
        guard case .handshake(let tls, let hello) = carrier else { return }
        context.readClocks()
        switch tls.handshake() {
        case .done:
            exchange.request.tls = tls.info
            exchange.connection.scheme = .https
            carrier = .detection
            peek()
        case .awaitsInput:
            setDeadlineTimer()
            transport.watch([.readable, .peerFinished])
        case .failed:
            let (alert, sent) = tls.alerts
            report(hello, sent == nil ? .abandoned : .closed) {
                ($0.alert, $0.sentAlert) = (alert, sent)
            }
            transport.unwatch()
            if tls.isPeerGone { close() } else { linger() }
        case .stopped(let act): stopped(act, hello)
        case .paused(let time):
            handshakePause = context.now + time
            setTimer(at: handshakePause)
            transport.unwatch()
        }
    }

    /// The pause of the handshake is over, unless the timer was another one.
    func handshakePauseIsOver(_ tls: TLSTransport) {
        guard context.now >= handshakePause else { return setTimer(at: handshakePause) }
        handshakePause = 0
        expect(by: context.now + context.configuration.deadlines.firstHead)
        tls.goOn()
        shakeHands()
    }

    /// The first bytes of a request have come, at which the connection is to end.
    func strikeFirstRequest(_ stop: TLSFault.Stop, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let tls = transport as? TLSTransport, case .stopped(let act) = tls.strike(stop) else { return }
        stopped(act, ReceivedHello(Self.start(of: bytes)))
    }

    /// The handshake, or what follows, ends as the plan says.
    private func stopped(_ act: TLSFault.Stop.Act, _ hello: ReceivedHello) {
        guard let tls = transport as? TLSTransport else { return }
        if case .stall = act { return fallSilent() }
        let isReset = act == .reset
        report(hello, isReset ? .reset : .closed) { $0.sentAlert = tls.alerts.sent }
        transport.unwatch()
        if isReset { close(byReset: true) } else { linger() }
    }

    /// The handshake has not come to its end in time: no longer than the scenario keeps the connection, or else the server.
    func handshakeIsOverdue(_ hello: ReceivedHello) {
        let isReset = if context.now >= idleEnd, case .reset? = http1.keepAlive?.end { true } else { false }
        report(hello, isReset ? .reset : .cancelled)
        close(byReset: isReset)
    }

    /// The peer has ended a connection on which no request began. Some clients judge the certificate behind the handshake, and go.
    func leftWithoutRequest() {
        if let tls = transport as? TLSTransport, exchange.id.stream == 0 {
            report(UnreadStart(([], 0), .tls), status: 0, sent: 0, .abandoned) {
                ($0.alert, $0.sentAlert) = tls.alerts
            }
        }
        close()
    }

    private func report(
        _ hello: ReceivedHello, _ end: Outcome.End, _ complete: (inout ForeignProtocolStart) -> Void = { _ in }
    ) {
        report(hello.start, status: 0, sent: 0, end) {
            $0.hello = hello.said
            complete(&$0)
        }
    }
}
