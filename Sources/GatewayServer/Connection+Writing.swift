internal import Wire

/// Writing an answer ourselves: goes on with it, waits, and ends as the script wants it.
extension Connection {
    /// Goes on as far as it gets, from outside of the library's calls.
    func continueWriting() {
        guard run.isOpen else { return }
        switch step() {
        case .writable: transport.watch(Self.peerEvents.union(.writable))
        case .turn: context.writing.wait(exchange.id)
        case .time(let time): setTimer(after: time)
        case .parts: exchange.observer?.drained(exchange)
        case .end(let ending): finish(ending)
        case .peer: peerIsGone()
        }
    }

    /// The same from within a call of the library, which can still take the answer over.
    func writeWithinLibraryCall() -> LibraryVerdict {
        switch step() {
        case .end(.complete):
            run.handOver()
            return .complete
        case .end, .parts, .peer:
            exchange.outcome.clientClosed = true
            endExchange(.abandoned)
            return .drop
        case .writable:
            transport.watch(Self.peerEvents.union(.writable))
            return .wait
        case .turn: context.writing.wait(exchange.id)
        case .time(let time): setTimer(after: time)
        }
        return wait()
    }

    private func setTimer(after time: Nanoseconds) {
        context.set(&run.timer, of: exchange.id, at: Clock.monotonic + time)
    }

    private func step() -> AnswerRun.Need {
        let (context, exchange) = (context, exchange)
        return run.write(on: &transport, most: context.writing.slice) { count in
            context.writing.wrote(count)
            exchange.outcome.bytesSent += count
        }
    }

    // MARK: Ending

    private func finish(_ ending: Ending) {
        switch ending.act {
        case .finish: if let library { finish(library) } else { finishConnection() }
        case .reset:
            run.reset(by: context.now + context.configuration.deadlines.drain)
            if let library { detachSocket(from: library) } else { finishReset() }
        case .hold:
            run.hold()
            if isPeerClosed { peerIsGone() }
        }
    }

    private func finishConnection() {
        endExchange(.closed)
        linger()
    }

    /// The answer is out, and the library takes over again.
    private func finish(_ library: LibraryConnection) {
        if isPeerClosed {
            // Nobody sends another request.
            endExchange(.closed)
            resume(library, for: .drop)
        } else {
            run.handOver()
            resume(library, for: .complete)
        }
    }

    /// The socket leaves the library while that is suspended.
    private func detachSocket(from library: LibraryConnection) {
        transport.watch(Self.peerEvents)
        phase = .leaving
        library.leaveSuspended()
    }

    /// An RST overtakes what the peer has not acknowledged: it waits until that is nothing.
    func finishReset() {
        guard run.isResetDue(unacknowledged: transport.unacknowledged, now: Clock.monotonic) else {
            return setTimer(after: 1_000_000)
        }
        endExchange(.reset)
        close(byReset: true)
    }

    // MARK: The peer

    func peerIsGone() {
        exchange.outcome.clientClosed = true
        exchange.observer?.peerGone(exchange)
        endExchange(run.endWithoutPeer)
        if phase == .detached {
            close()
        } else if phase == .library, let library {
            resume(library, for: .drop)
        }
    }
}
