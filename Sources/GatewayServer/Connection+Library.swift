internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import Wire

/// What libmicrohttpd calls: a request comes in, and an answer has gone out.
extension Connection {
    // MARK: In

    func targetSeen(_ target: UnsafePointer<CChar>?) {
        guard let target else { return }
        isTargetSeen = true
        exchange.request.begin(target: UnsafeBufferPointer(cString: target))
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

    private func headArrived(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> MHD_Result {
        self.handle = handle
        isTargetSeen = false
        turn += 1
        isExchangeOpen = true
        shard.readClocks()
        exchange.arrived = shard.now
        exchange.arrivedAt = shard.wall
        exchange.outcome = Outcome()
        exchange.isRefused = false
        wantsWholeBody = false
        exchange.request.setMethod(UnsafeBufferPointer(cString: method))
        let problem = readFields(handle, method, version)
        if let problem { return refuse(BuiltInReplies.script(for: problem)) }
        exchange.request.announcesBody = framing.announcesBody
        if !leavesRoomForAnswer(handle) { return refuse(BuiltInReplies.headTooLarge) }
        guard framing.announcesBody else {
            // An answer that is queued in the first call closes the connection behind it; the second comes at once.
            stage = .body
            expectContinue()
            return .YES
        }
        return decide()
    }

    /// Copies the fields, and finds what libmicrohttpd cannot be trusted with.
    private func readFields(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> RequestProblem? {
        switch (strcmp(version, "HTTP/1.1"), strcmp(version, "HTTP/1.0")) {
        case (0, _): exchange.request.minorVersion = 1
        case (_, 0): exchange.request.minorVersion = 0
        default: return .unknownVersion
        }
        var reader = FieldReader(request: .passUnretained(exchange.request))
        withUnsafeMutablePointer(to: &reader) { reader in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, fieldSeen, reader)
        }
        if let end = reader.end {
            let head = cmicrohttpd_head_size(handle)
            let left = UnsafePointer(method).advanced(by: head) - end
            // CRLF or LF at the end of the last line, and an empty line.
            if !(2...4).contains(left) { reader.isBroken = true }
        }
        if reader.isBroken { return .brokenLine }
        switch RequestFraming.read(exchange.request) {
        case .success(let framing): self.framing = framing
        case .failure(let problem): return problem
        }
        return nil
    }

    /// The library writes the head of its answer into what the request's head has left of the pool.
    private func leavesRoomForAnswer(_ handle: OpaquePointer) -> Bool {
        var taken = cmicrohttpd_head_size(handle) + exchange.request.fieldCount * Self.poolPerField
        if let cookies = exchange.request.first(Self.cookieName) {
            // It has a copy of them too, and a record of each.
            taken += cookies.count + Int(MHD_get_connection_values_n(handle, .COOKIE_KIND, nil, nil)) * Self.poolPerField
        }
        return taken + PreparedReply.longestHead + 512 <= shard.configuration.poolSize
    }

    private static let cookieName = Array("cookie".utf8)
    /// libmicrohttpd's record of a field.
    private static let poolPerField = 64

    private func decide() -> MHD_Result {
        switch shard.lane.decide(exchange) {
        case .plan(let plan): return follow(plan)
        case .needsBody where announcesTooMuch:
            return refuse(BuiltInReplies.contentTooLarge)
        case .needsBody where !exchange.request.isBodyComplete:
            wantsWholeBody = true
            stage = .body
            expectContinue()
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
        switch plan.script.upload {
        case .interrupt(let after) where after == 0: return answer(plan)
        // Struck before the limit: how much more was announced makes no difference.
        case .interrupt(let after) where after <= shard.configuration.maximumBody: break
        case _ where announcesTooMuch: return refuse(BuiltInReplies.contentTooLarge)
        case .readWithoutContinue:
            if let handle { cmicrohttpd_forget_expectation(handle) }
            framing.expectsContinue = false
        case .read, .interrupt: break
        }
        stage = .body
        expectContinue()
        return .YES
    }

    /// The library sends a 100 by itself where the client waits for one.
    private func expectContinue() {
        if framing.expectsContinue, exchange.request.minorVersion > 0 { sentBefore += 25 }
    }

    private var announcesTooMuch: Bool {
        framing.contentLength.map { $0 > shard.configuration.maximumBody } ?? false
    }

    private func bodyBytes(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        let configuration = shard.configuration
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
            exchange.request.body.append(contentsOf: bytes.prefix(kept))
        }
        if let plan, case .interrupt(let after) = plan.script.upload, exchange.request.bodyCount >= after {
            return answer(plan)
        }
        return .YES
    }

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

    // MARK: Out

    /// An exchange of the library's is over, one way or another.
    func completed(_ handle: OpaquePointer?, _ termination: MHD_RequestTerminationCode) {
        guard place == .library else { return }
        shard.readClocks()
        let isWhole = termination == .REQUEST_TERMINATED_COMPLETED_OK
        if libraryDescriptor != descriptor { putSocketBack() }
        if isExchangeOpen {
            if stage == .queued, isWhole {
                endExchange(framing.keepsAlive ? .complete : .closed)
            } else {
                exchange.outcome.bytesSent = max(0, Int(clinux_bytes_acknowledged(descriptor)) - sentBefore)
                abandoned(handle, termination)
            }
        } else if isTargetSeen, let handle {
            let status = Int(cmicrohttpd_queued_status(handle))
            if status != 0 { shard.lane.refused(connection: id, status: status, at: shard.wall) }
            sentBefore = .max
        }
        isTargetSeen = false
        stage = .head
        expectHead(by: shard.now + shard.configuration.deadlines.nextHead)
        if isPeerClosed { showEndToLibrary() }
    }

    /// A FIN that came together with a request makes no edge of its own, and the library would wait for one.
    func showEndToLibrary() {
        guard place == .library, stage == .head || stage == .body, Descriptors.peek(descriptor, 1) == nil
        else { return }
        shutdown(descriptor, clinux_SHUT_RD)
    }

    /// The library ended an exchange that had no whole answer of ours.
    private func abandoned(_ handle: OpaquePointer?, _ termination: MHD_RequestTerminationCode) {
        let status = stage == .body ? handle.map { Int(cmicrohttpd_queued_status($0)) } ?? 0 : 0
        if status != 0 {
            // It found the body malformed, and said so itself.
            exchange.isRefused = true
            exchange.outcome.status = status
            endExchange(.closed)
        } else if termination == .REQUEST_TERMINATED_TIMEOUT_REACHED {
            endExchange(.cancelled)
        } else {
            exchange.outcome.clientClosed = true
            endExchange(.abandoned)
        }
    }

    /// The library is done with the connection. Its descriptor is closed right after this call.
    func closed(_ handle: OpaquePointer) {
        self.handle = nil
        shard.readClocks()
        if place == .leaving {
            // The library takes the number out of its epoll, where only the real socket is known.
            putSocketBack(keepingOurs: true)
            unwatch(libraryDescriptor)
            place = .taken
            shard.taken.append(self)
            return
        }
        unwatch(libraryDescriptor)
        reportRefusal()
        endExchange(.abandoned)
        place = .closed
        shard.forget(self)
    }

    /// libmicrohttpd answers a request line that is too long without telling anybody; the kernel knows.
    private func reportRefusal() {
        guard !isExchangeOpen, stage == .head, sentBefore != .max, framing.keepsAlive else { return }
        // Sent, whether or not a client far away has acknowledged it yet. A FIN of ours counts as a byte.
        let sent = clinux_bytes_acknowledged(descriptor) + Int64(max(0, clinux_unacknowledged(descriptor)))
        guard sent > Int64(sentBefore) + 1 else { return }
        shard.lane.refused(connection: id, status: 0, at: shard.wall)
    }

    /// Undoes the swap of `standIn`. Where ours is kept, both numbers are the socket's afterwards.
    func putSocketBack(keepingOurs: Bool = false) {
        _ = clinux_dup3_cloexec(descriptor, libraryDescriptor)
        guard !keepingOurs else { return }
        Glibc.close(descriptor)
        descriptor = libraryDescriptor
        shard.library.drainDummy()
    }

    /// Lets another file stand behind the library's number; the socket gets a number of its own.
    /// False where there is none left.
    func standIn(_ other: Int32) -> Bool {
        let ours = clinux_dup_cloexec(libraryDescriptor, 3)
        guard ours >= 0 else { return false }
        _ = clinux_dup3_cloexec(other, libraryDescriptor)
        descriptor = ours
        return true
    }

    func suspend() {
        guard let handle else { return }
        MHD_suspend_connection(handle)
    }

    func resume() {
        guard let handle else { return }
        watch(Self.peerEvents)
        resumedInRun = shard.library.runs
        shard.library.isResumePending = true
        MHD_resume_connection(handle)
    }
}

/// Takes the fields from libmicrohttpd's own copy of the head.
private struct FieldReader {
    let request: Unmanaged<Request>
    /// Behind the last value that was seen. Lines lie one behind the other: a gap that is no line end hides
    /// a NUL, or a line that was joined to the one before it.
    var end: UnsafePointer<CChar>?
    var isBroken = false
}

private func fieldSeen(
    _ context: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
    _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
    guard let context, let name, let value else { return .YES }
    let reader = context.assumingMemoryBound(to: FieldReader.self)
    if let end = reader.pointee.end, !(1...2).contains(name - end) { reader.pointee.isBroken = true }
    reader.pointee.end = value + valueCount
    var count = valueCount
    while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    reader.pointee.request._withUnsafeGuaranteedRef {
        $0.append(
            name: UnsafeBufferPointer(bytes: name, count: nameCount),
            value: UnsafeBufferPointer(bytes: value, count: count))
    }
    return .YES
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate init(bytes: UnsafePointer<CChar>, count: Int) {
        self.init(start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: count)
    }

    fileprivate init(cString: UnsafePointer<CChar>) { self.init(bytes: cString, count: strlen(cString)) }
}
