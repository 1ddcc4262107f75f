internal import CMicroHTTPD
internal import Synchronization
internal import Wire

/// A request comes in, call by call of libmicrohttpd: its target, its head, its body.
extension Connection {
    func targetSeen(_ target: UnsafePointer<CChar>?) {
        guard let target else { return }
        isTargetSeen = true
        exchange.request.begin(target: UnsafeBufferPointer(cString: target))
        readLines(behind: target)
        cmicrohttpd_forget_arguments(target)
    }

    func called(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
        _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        guard !shard.isStopping else {
            endExchange(.cancelled)
            return .NO
        }
        switch stage {
        case .head:
            guard let method, let version else { return .NO }
            return headArrived(handle, method, version)
        case .body:
            guard let upload, uploadCount.pointee > 0 else { return bodyArrived() }
            let bytes = UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee)
            uploadCount.pointee = 0
            return bodyBytes(bytes)
        case .ready:
            if let plan { return answer(plan) }
            return parts.isEmpty ? .NO : leaveLibrary()
        case .pumped:
            // The real socket is back in the library's epoll only after a whole run; its stand-in must not get there.
            guard shard.library.runs > resumedInRun + 1 else {
                return .YES
            }
            return completeThroughDummy()
        case .waiting, .queued, .doomed, .lingering:
            return .NO
        }
    }

    func beginExchange() {
        isTargetSeen = false
        exchange.id.stream += 1
        isExchangeOpen = true
        shard.readClocks()
        exchange.arrived = shard.now
        exchange.arrivedAt = shard.wall
        exchange.outcome = Outcome()
        exchange.isRefused = false
        wantsWholeBody = false
    }

    private func headArrived(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> MHD_Result {
        self.handle = handle
        if isSubstituted { putSocketBack() }
        beginExchange()
        if exchange.request.method.isEmpty { exchange.request.setMethod(UnsafeBufferPointer(cString: method)) }
        if let problem = problem(handle, method, version) { return refuse(BuiltInReplies.script(for: problem)) }
        exchange.request.announcesBody = framing.announcesBody
        if let refusal { return refuse(refusal) }
        guard framing.announcesBody else {
            // An answer that is queued in the first call closes the connection behind it; the second comes at once.
            awaitBody()
            return .YES
        }
        watch(Self.peerEvents)
        return decide()
    }

    private func decide() -> MHD_Result {
        switch shard.lane.decide(exchange) {
        case .plan(let plan): return follow(plan)
        case .needsBody where announcesTooMuch:
            return refuse(BuiltInReplies.contentTooLarge)
        case .needsBody where !exchange.request.isBodyComplete:
            wantsWholeBody = true
            awaitBody()
            return .YES
        case .needsBody:
            return refuse(BuiltInReplies.internalError)
        case .later:
            stage = .waiting
            suspend()
            return .YES
        }
    }

    private func follow(_ plan: WirePlan) -> MHD_Result {
        guard !exchange.request.isBodyComplete else { return answer(plan) }
        self.plan = plan
        var isLeftWaiting = false
        switch plan.script.upload {
        case .interrupt(let after) where after == 0: return answer(plan)
        // Struck before the limit: how much more was announced makes no difference.
        case .interrupt(let after) where after <= shard.configuration.maximumBody: break
        case _ where announcesTooMuch: return refuse(BuiltInReplies.contentTooLarge)
        case .readWithoutContinue:
            isLeftWaiting = framing.expectsContinue
            if let handle { cmicrohttpd_forget_expectation(handle) }
            framing.expectsContinue = false
        case .read, .interrupt: break
        }
        awaitBody(isLeftWaiting: isLeftWaiting)
        return .YES
    }

    private var announcesTooMuch: Bool {
        framing.contentLength.map { $0 > shard.configuration.maximumBody } ?? false
    }

    private func bodyBytes(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        let configuration = shard.configuration
        extendBody()
        // The end may be right behind these bytes, which the library does not see by itself.
        if isPeerClosed { shard.halfClosed.append(self) }
        exchange.request.bodyCount += bytes.count
        guard exchange.request.bodyCount <= configuration.maximumBody else {
            return refuse(BuiltInReplies.contentTooLarge)
        }
        let bound = wantsWholeBody ? configuration.maximumBody : configuration.keptBody
        let kept = min(bytes.count, bound - exchange.request.body.count)
        if kept > 0 {
            countedBody += kept
            let all = shard.shared.bodies.add(kept, ordering: .relaxed).newValue
            guard all <= configuration.maximumBodiesInAll else { return refuse(BuiltInReplies.overloaded) }
            makeRoom(for: kept)
            exchange.request.body.append(contentsOf: bytes.prefix(kept))
        }
        if let plan, case .interrupt(let after) = plan.script.upload, exchange.request.bodyCount >= after {
            return answer(plan)
        }
        return .YES
    }

    /// Room for what came, doubling; once a quarter of what was announced has come, for all of it, so that a large body is
    /// moved as little as possible. Never on its announcement alone, which costs a client nothing: a process whose address
    /// space is bounded would end at a few dozen.
    private func makeRoom(for more: Int) {
        let body = exchange.request.body
        guard wantsWholeBody, body.count >= Self.largeBody, body.count + more > body.capacity,
            let announced = framing.contentLength
        else { return }
        let doubled = max(2 * body.capacity, body.count + more)
        exchange.request.body.reserveCapacity(body.count >= announced / 4 ? announced : min(announced, doubled))
    }

    private static let largeBody = 64 << 10

    private func bodyArrived() -> MHD_Result {
        exchange.request.isBodyComplete = true
        if let plan { return answer(plan) }
        return decide()
    }

    /// Answers now, reads no more of the request, and closes.
    private func refuse(_ script: WireScript) -> MHD_Result {
        exchange.isRefused = true
        return answer(WirePlan(script))
    }
}
