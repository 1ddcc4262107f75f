internal import CMicroHTTPD
internal import HTTP1
internal import Wire

/// The ends that libmicrohttpd reports: of an answer, and of its part in a connection.
extension LibraryConnection {
    /// An exchange of the library is over, successfully or not.
    func completed(_ handle: OpaquePointer?, _ termination: MHD_RequestTerminationCode) {
        releaseContent()
        if case .leaving = state { return }
        if isSubstituted {
            putSocketBack()
            daemon.drainSinkPair()
        }
        if isTargetSeen {
            let status = handle.map { Int(cmicrohttpd_queued_status($0)) } ?? 0
            if status != 0 { client.refusedUnseen(status: status) }
            sentBesides = nil
            isTargetSeen = false
            state = .head
            if framing.keepsAlive { client.nextHeadIsAwaited() }
        } else {
            let end = answerEnd(handle, termination)
            if let headEnd, let pool { requestStart += headEnd - pool + (framing.contentLength ?? 0) }
            state = .head
            let isKeptAlive = if case .whole = end { framing.keepsAlive } else { false }
            if !withheld.isEmpty, isKeptAlive { readOurselves(withheld) }
            client.answered(end, isKeptAlive: isKeptAlive)
        }
    }

    private func answerEnd(_ handle: OpaquePointer?, _ termination: MHD_RequestTerminationCode) -> LibraryAnswerEnd {
        if case .queued = state, termination == .REQUEST_TERMINATED_COMPLETED_OK { return .whole }
        let sent = max(0, socket.acknowledged - (client.sentBefore + (sentBesides ?? 0)))
        let status = readsBody ? handle.map { Int(cmicrohttpd_queued_status($0)) } ?? 0 : 0
        if status != 0 {
            framing.keepsAlive = false
            return .refused(status: status, sent: sent)
        }
        return termination == .REQUEST_TERMINATED_TIMEOUT_REACHED ? .timedOut(sent: sent) : .broken(sent: sent)
    }

    /// The library is done with the connection. It closes its descriptor right after this call.
    func closed(_ handle: OpaquePointer) {
        self.handle = nil
        releaseContent()
        daemon.remove(librarySocket.descriptor)
        defer { state = .closed }
        if case .leaving = state {
            // The library removes its descriptor from its epoll, which only knows the real socket.
            putSocketBack()
            return client.left(with: duplicate ?? socket)
        }
        client.closed(hasSecondDescriptor: duplicate != nil)
        duplicate?.close()
    }
}
