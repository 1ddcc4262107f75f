internal import HTTP1
internal import Synchronization
internal import Wire

/// Answering: begins an answer, writes it, and ends it as the carrier says.
extension Connection {
    func date(_ second: Int64?) -> DateText {
        context.date.move(to: second ?? context.wall / 1000)
        return context.date
    }

    /// Begins the answer, or its delay.
    func begin(_ plan: WirePlan) {
        if let end = http1.delay(plan, { context.time() }) { return perform(.timer(end)) }
        guard case .http1 = carrier else { return }
        let (channel, request) = (channel, exchange.request)
        let prepared = plan.script.number == 0 ? nil : context.library.replies.prepared(plan.script)
        // Whatever the client wants.
        let endsConnection =
            prepared.map { !$0.keepsAlive(minorVersion: request.minorVersion) }
            ?? ConnectionEnd.follows(plan.script, minorVersion: request.minorVersion)
        http1.answerBegins(status: plan.script.status, endsConnection: endsConnection)
        if !http1.isLast, request.minorVersion == 1, !request.isHead, http1.announcedTimeout == nil,
            let rendered = prepared?.rendered(at: date(plan.date))
        {
            channel.begin(rendered: rendered.bytes)
            http1.writeRendered(rendered.head)
        } else {
            // An answer that breaks off does not announce the close.
            beginChannel(date: plan.date, announcesClose: http1.isLast && !endsConnection)
            http1.write(plan)
        }
        write()
    }

    func beginStream() {
        guard case .http1 = carrier else { return }
        beginChannel(date: nil, announcesClose: false)
        perform(http1.stream())
    }

    private func beginChannel(date second: Int64?, announcesClose: Bool) {
        channel.begin(
            HTTP1Head.Setting(
                date: date(second).bytes, minorVersion: exchange.request.minorVersion,
                keepAlive: http1.framing.keepsAlive && !announcesClose, timeout: http1.announcedTimeout))
    }

    /// Writes as much as possible.
    func write() {
        let (context, exchange) = (context, exchange)
        // The client may have the first byte before the call returns.
        let began = exchange.outcome.firstByte == 0 ? context.time() : 0
        performUsual(
            http1.write(on: channel, most: context.writing.slice, now: { context.time() }) { bytes in
                context.writing.wrote(bytes.count)
                context.readClocks()
                exchange.outcome.sent(bytes, from: began, to: context.time())
            })
    }

    func setTimer(after time: Nanoseconds) {
        context.set(&http1.run.timer, of: exchange.id, at: context.time() + time)
    }

    func awaitRoomToWrite() {
        transport.watch(Self.peerEvents.union(.writable))
        perform(http1.awaitsRoom(unacknowledged: transport.unacknowledged, now: context.time()))
    }

    func hold() {
        context.shared.held.add(1, ordering: .relaxed)
        if http1.isPeerClosed { perform(http1.peerIsGone()) }
    }

    /// Ends the exchange, and does what follows.
    func end(_ end: Outcome.End, then sequel: CarrierAction.Sequel) {
        switch sequel {
        case .nextRequest:
            endExchange(http1.isAtLastBytes && transport.isAtEnd ? .closed : end)
            expectRequest()
            readOn()
        case .finish(let closeNotify):
            endExchange(end)
            linger(closeNotify)
        case .finishAndNote(let closeNotify):
            endExchange(end)
            finishAndReadCrossing(closeNotify)
        case .keepAliveIsOver:
            endExchange(end)
            keepAliveIsOver()
        case .reset:
            endExchange(end)
            if http1.endsByCount { noteCrossed(.reset) }
            close(byReset: true)
        case .close:
            exchange.observer?.peerGone(exchange)
            endExchange(end)
            close()
        }
    }
}
