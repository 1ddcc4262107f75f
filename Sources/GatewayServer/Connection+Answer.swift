internal import CMicroHTTPD
internal import Wire

/// Answering: which way out a plan takes, and its way there. Called from within a call of the library.
extension Connection {
    func answer(_ plan: WirePlan) -> MHD_Result {
        self.plan = plan
        exchange.outcome.status = plan.script.status ?? 0
        guard plan.script.number != 0 else { return answerOnce(plan) }
        let prepared = shard.library.replies.prepared(plan.script)
        if let result = detour(plan, isOrdinary: prepared.isOrdinary) { return result }
        if prepared.isOrdinary {
            return queue(
                prepared.response(at: date(plan.date)),
                bytes: prepared.byteCount(for: exchange.request, keepsAlive: framing.keepsAlive))
        }
        guard isOrdinaryRequest, let bytes = prepared.bytes(at: date(plan.date)) else { return write(plan) }
        run.begin(rendered: bytes)
        return pumpWithin()
    }

    /// A script that was made for this request alone: nothing of it is kept.
    private func answerOnce(_ plan: WirePlan) -> MHD_Result {
        let reply = OrdinaryReply(plan.script)
        if let result = detour(plan, isOrdinary: reply != nil) { return result }
        guard let reply else { return write(plan) }
        let response = reply.response(at: date(plan.date))
        defer { if let response { MHD_destroy_response(response) } }
        return queue(response, bytes: reply.byteCount(for: exchange.request, keepsAlive: framing.keepsAlive))
    }

    /// What comes before an answer, or in place of it; nil where it goes out right now.
    private func detour(_ plan: WirePlan, isOrdinary: Bool) -> MHD_Result? {
        // What is still unread would turn the library's close into a reset.
        guard exchange.request.isBodyComplete, isOrdinary || livesOn(plan.script) else { return leaveLibrary() }
        return plan.delay > 0 ? wait(plan.delay) : nil
    }

    /// Byte for byte, from within the library's call.
    private func write(_ plan: WirePlan) -> MHD_Result {
        startEncoder(plan)
        return pumpWithin()
    }

    /// Whether rendered bytes of a reply fit without another look: HTTP/1.1, a body wanted, no close.
    private var isOrdinaryRequest: Bool {
        framing.keepsAlive && exchange.request.minorVersion == 1 && !exchange.request.isHead
    }

    /// Whether the connection is there for another request after this script.
    private func livesOn(_ script: WireScript) -> Bool {
        guard script.ending == .complete, framing.keepsAlive else { return false }
        for case .head(_, let framing, _, _) in script.actions {
            if framing == .close { return false }
            if framing == .chunked, exchange.request.minorVersion == 0 { return false }
        }
        return true
    }

    /// Silence, then the library calls again. The plan's delay is spent by then.
    private func wait(_ delay: Nanoseconds) -> MHD_Result {
        plan?.delay = 0
        stage = .waiting
        suspend()
        beginDelay(delay)
        return .YES
    }

    func delayIsOver() {
        shard.lane.delayIsOver(exchange)
        if place == .taken {
            beginTaken()
        } else if place == .library, stage == .waiting {
            answerPutOff()
        }
    }

    /// What was put off is answered in the library's next call. Where the peer has said its FIN, the library would
    /// see that first and close: such an answer is written here, while it is suspended.
    private func answerPutOff() {
        guard isPeerClosed, let plan else {
            stage = .ready
            resume()
            return
        }
        startEncoder(plan)
        pump()
    }

    /// Through the library; nil where it has no memory for the response.
    private func queue(_ response: OpaquePointer?, bytes: Int) -> MHD_Result {
        guard let handle, let response else { return .NO }
        stage = .queued
        exchange.outcome.bytesSent = bytes
        return MHD_queue_response(handle, UInt32(exchange.outcome.status), response)
    }

    private func date(_ second: Int64?) -> DateText {
        shard.date.move(to: second ?? shard.wall / 1000)
        return shard.date
    }

    func startEncoder(_ plan: WirePlan) {
        run.begin(
            HTTP1Encoder(script: plan.script, isHead: exchange.request.isHead, setting: setting(plan)))
    }

    func setting(_ plan: WirePlan?) -> HTTP1Head.Setting {
        HTTP1Head.Setting(
            date: date(plan?.date).bytes,
            minorVersion: exchange.request.minorVersion,
            // A whole answer that takes the socket away says so; one that breaks off does not.
            keepAlive: framing.keepsAlive && !(place == .taken && plan?.script.ending == .complete))
    }

    /// The socket leaves the library, for an answer that the connection does not outlive.
    ///
    /// The library is told to drop the request. It shuts down and closes a number behind which another
    /// file stands by then; `closed` puts the socket back for the moment in which it is taken out of its epoll.
    func leaveLibrary() -> MHD_Result {
        guard standIn(shard.library.sink) else {
            endExchange(.cancelled)
            return .NO
        }
        place = .leaving
        stage = .waiting
        return .NO
    }

    /// The raw answer is out and the connection lives on: the library answers too, into the void.
    func completeThroughDummy() -> MHD_Result {
        guard let handle, standIn(shard.library.dummy.library) else { return .NO }
        stage = .queued
        return shard.library.replies.queueEmpty(on: handle)
    }

    // MARK: Later

    func openFeed() -> Feed {
        let (inbox, id) = (shard.inbox, exchange.id)
        return Feed { script, isLast in
            inbox.send(.feed(id, script, isLast: isLast))
        }
    }

    /// A part of an answer that was put off has come.
    func fed(_ id: ExchangeID, _ script: WireScript, isLast: Bool) {
        guard id == exchange.id, isExchangeOpen else { return }
        if place == .library, stage == .waiting, plan == nil {
            guard isLast else {
                // Back into the library, and out of it again. Who has said a FIN hears nothing bit by bit.
                if isPeerClosed { return peerIsGone() }
                parts = [(script, isLast)]
                stage = .ready
                resume()
                return
            }
            plan = WirePlan(script)
            answerPutOff()
        } else if run.isEncoding, place == .taken {
            add(script, isLast: isLast)
            pump()
        } else {
            parts.append((script, isLast))
        }
    }

    func add(_ script: WireScript, isLast: Bool) {
        if exchange.outcome.status == 0 { exchange.outcome.status = script.status ?? 0 }
        run.add(script, isLast: isLast)
    }
}
