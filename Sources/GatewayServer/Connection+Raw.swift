internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Wire

/// The executor on the raw socket: writes what the encoder says, waits, and ends as the script wants it.
extension Connection {
    /// What the executor needs before it can go on.
    private enum Need { case writable, turn, time(Nanoseconds), parts, end(Ending), peer }

    // MARK: Beginning

    /// The socket is ours now.
    func startTaken() {
        guard place == .taken else { return }
        watch(Self.peerEvents)
        if let plan, plan.delay > 0 {
            beginDelay(plan.delay)
        } else {
            beginTaken()
        }
    }

    func beginTaken() {
        if let plan {
            startEncoder(plan)
        } else {
            encoder = HTTP1Encoder(script: nil, isHead: exchange.request.isHead, setting: setting(nil))
            for part in parts { add(part.script, isLast: part.isLast) }
            parts = []
        }
        pump()
    }

    // MARK: Writing

    /// Goes on as far as it gets, from outside of the library's calls.
    func pump() {
        guard isExchangeOpen, !isWaitingForTurn else { return }
        switch step() {
        case .writable: watch(Self.peerEvents | clinux_EPOLLOUT)
        case .turn: shard.writing.wait(self)
        case .time(let time): setAlarm(.pump, after: time)
        case .parts: exchange.observer?.drained(exchange)
        case .end(let ending): finish(ending)
        case .peer: peerIsGone()
        }
    }

    /// The same from within a call of the library, which can still take the answer over.
    func pumpWithin() -> MHD_Result {
        switch step() {
        case .end(.complete): return completeThroughDummy()
        case .end, .parts, .peer:
            exchange.outcome.clientClosed = true
            endExchange(.abandoned)
            return .NO
        case .writable:
            stage = .waiting
            suspend()
            watch(Self.peerEvents | clinux_EPOLLOUT)
        case .turn:
            stage = .waiting
            suspend()
            shard.writing.wait(self)
        case .time(let time):
            stage = .waiting
            suspend()
            setAlarm(.pump, after: time)
        }
        return .YES
    }

    private func step() -> Need {
        var slice = shard.writing.slice
        while true {
            while outputOffset < output.count {
                guard slice > 0 else { return .turn }
                switch Descriptors.write(descriptor, output, from: outputOffset, most: slice) {
                case .some(let count):
                    outputOffset += count
                    slice -= count
                    shard.writing.wrote(count)
                    exchange.outcome.bytesSent += count
                case .wouldBlock: return .writable
                case .broken: return .peer
                }
            }
            output.removeAll(keepingCapacity: true)
            outputOffset = 0
            switch after {
            case .more: after = encoder?.fill(&output) ?? .end(.close)
            case .wait(let time):
                after = .more
                return .time(time)
            case .starved:
                after = .more
                return .parts
            case .end(let ending): return .end(ending)
            }
        }
    }

    // MARK: Ending

    private func finish(_ ending: Ending) {
        encoder = nil
        switch ending.act {
        case .finish where place == .library && isPeerClosed:
            // Nobody sends another request.
            endExchange(.closed)
            stage = .doomed
            resume()
        case .finish where place == .library:
            stage = .pumped
            resume()
        case .finish:
            endExchange(.closed)
            linger()
        case .reset:
            resetDeadline = shard.now + shard.configuration.deadlines.drain
            finishReset()
        case .hold:
            isHolding = true
            if isPeerClosed { peerIsGone() }
        }
    }

    /// An RST overtakes what the peer has not acknowledged: it waits until that is nothing.
    func finishReset() {
        guard clinux_unacknowledged(descriptor) <= 0 || Descriptors.monotonic() >= resetDeadline else {
            setAlarm(.drain, after: 1_000_000)
            return
        }
        endExchange(.reset)
        _ = clinux_set_linger_reset(descriptor)
        close()
    }

    /// Sends a FIN and reads to the peer's, for a bounded time: unread bytes would turn the close into an RST.
    func linger() {
        stage = .lingering
        shutdown(descriptor, clinux_SHUT_WR)
        setAlarm(.linger, after: shard.configuration.deadlines.linger)
        watch(clinux_EPOLLIN | clinux_EPOLLRDHUP)
        drainInput()
    }

    private func drainInput() {
        if case .end = Descriptors.discard(descriptor, limit: 1 << 20) { close() }
    }

    // MARK: The peer

    func executorSaw(_ events: UInt32) {
        if stage == .lingering {
            drainInput()
            return
        }
        if partialHead != nil {
            return restMayHaveCome(isLast: events & (clinux_EPOLLRDHUP | clinux_EPOLLHUP | clinux_EPOLLERR) != 0)
        }
        // While the library reads, it sees for itself what happens.
        let isOurs = place == .taken || stage == .waiting
        if !isOurs { uploadGoesOn() }
        if events & (clinux_EPOLLHUP | clinux_EPOLLERR) != 0 {
            if isOurs { peerIsGone() }
            return
        }
        if events & clinux_EPOLLRDHUP != 0, !isPeerClosed {
            isPeerClosed = true
            if isOurs, isExchangeOpen {
                exchange.outcome.clientClosed = true
                // A half-close looks the same. It ends a hold, and leaves a delay to be answered.
                if isHolding || isFedBitByBit {
                    peerIsGone()
                    return
                }
            } else if place == .library {
                shard.halfClosed.append(self)
                uploadGoesOn()
            }
        }
        if isOurs, outputOffset < output.count, events & clinux_EPOLLOUT != 0 { pump() }
    }

    private var isFedBitByBit: Bool { place == .taken && plan == nil }

    func peerIsGone() {
        exchange.outcome.clientClosed = true
        exchange.observer?.peerGone(exchange)
        endExchange(isHolding ? .held : .abandoned)
        shard.cancelTimer(self)
        if place == .taken {
            close()
        } else if place == .library {
            stage = .doomed
            resume()
        }
    }
}
