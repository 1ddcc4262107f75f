internal import CMicroHTTPD
internal import Wire

/// What libmicrohttpd tells of the end: of an exchange, and of its part in a connection.
extension Connection {
    /// An exchange of the library's is over, one way or another.
    func completed(_ handle: OpaquePointer?, _ termination: MHD_RequestTerminationCode) {
        guard place == .library else { return }
        shard.readClocks()
        let isWhole = termination == .REQUEST_TERMINATED_COMPLETED_OK
        if isSubstituted {
            putSocketBack()
            shard.library.drainDummy()
        }
        if isExchangeOpen {
            if stage == .queued, isWhole {
                endExchange(framing.keepsAlive ? .complete : .closed)
            } else {
                exchange.outcome.bytesSent = max(0, socket.acknowledged - sentBefore)
                abandoned(handle, termination)
            }
        } else if isTargetSeen, let handle {
            let status = Int(cmicrohttpd_queued_status(handle))
            if status != 0 { shard.lane.refused(connection: id, status: status, at: shard.wall) }
            sentBefore = .max
        }
        isTargetSeen = false
        stage = .head
        guard framing.keepsAlive else { return }
        expect(by: shard.now + shard.configuration.deadlines.nextHead)
        watch(Self.peerEvents)
        if isPeerClosed { showEndToLibrary() }
    }

    /// A FIN that came together with a request makes no edge of its own, and the library would wait for one.
    func showEndToLibrary() {
        guard place == .library, stage == .head || stage == .body, socket.isAtEnd
        else { return }
        socket.stopReading()
    }

    /// The library ended an exchange that had no whole answer of ours.
    private func abandoned(_ handle: OpaquePointer?, _ termination: MHD_RequestTerminationCode) {
        let status = stage == .body ? handle.map { Int(cmicrohttpd_queued_status($0)) } ?? 0 : 0
        if status != 0 {
            // It found the body malformed, and said so itself. It closes behind that.
            framing.keepsAlive = false
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
            putSocketBack()
            return takeOver()
        }
        if isExchangeOpen, stage == .body, !hasLibraryAnswered, keepSocket() {
            // 1.0.1 forgets its own answer to a chunk line that is too long for it, and closes without a word.
            refuseUpload(BuiltInReplies.uploadTooLong)
            return takeOver()
        }
        reportRefusal()
        endExchange(.abandoned)
        if let duplicate {
            unwatch()
            duplicate.close()
        }
        // Without a duplicate the kernel forgets what is watched when the library closes the socket.
        place = .closed
        shard.forget(self)
    }

    /// The socket has a number of its own, and is the executor's.
    private func takeOver() {
        unwatch()
        if let duplicate { socket = duplicate }
        place = .taken
        shard.taken.append(self)
    }

    /// libmicrohttpd answers a request line that is too long without telling anybody; the kernel knows.
    private func reportRefusal() {
        guard !isExchangeOpen, stage == .head, sentBefore != .max, framing.keepsAlive else { return }
        guard hasLibraryAnswered else { return reportForeignOpening() }
        shard.lane.refused(connection: id, status: 0, at: shard.wall)
    }

    /// libmicrohttpd closes without a word where the bytes behind a request begin none, and frees its memory with them: all
    /// that is known is that neither the peer nor we have ended the connection.
    private func reportForeignOpening() {
        guard exchange.id.stream > 0, !isPeerClosed, !shard.isStopping, shard.now < inputDeadline, !socket.isAtEnd
        else { return }
        shard.lane.spokeOtherwise(
            ForeignOpening(connection: id, speech: .other, bytes: [], count: 0, sent: 0, arrivedAt: shard.wall))
    }
}
