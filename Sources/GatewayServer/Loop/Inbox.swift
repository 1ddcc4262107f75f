internal import Synchronization
internal import Wire

/// The only way into a shard from other threads.
final class Inbox: Sendable {
    enum Message: Sendable {
        case stop
        /// A part of an answer that is fed.
        case feed(ExchangeID, WireScript, isLast: Bool)
        /// The delay of a plan is to be no longer than `delay`, counted from its beginning.
        case shorten(ExchangeID, delay: Nanoseconds)
        /// A worker has done the work that an exchange waits for.
        case judged(ExchangeID, FinishedWork)
        /// Room for so many bytes of the body, for which the exchange waits.
        case room(ExchangeID, bytes: Int)
        case work(@Sendable (any ShardResponder) -> Void)
        /// Adds a listener. Its sockets listen already and belong to the shard from here on.
        case listen(ListeningPort, listener: UInt32)
        /// The state of the listener's port has changed, or when it ends.
        case portChanged(listener: UInt32)
        /// Ends connections to a listener.
        case close(Closing)
        /// Removes a listener: the shard closes its sockets.
        case stopListening(listener: UInt32)
    }

    /// An end of the open connections to a listener.
    struct Closing: Sendable {
        let listener: UInt32
        let byReset: Bool
        /// Whether those are spared on which a request is being read or answered.
        let idleOnly: Bool
        /// The number of a connection that is spared; 0 for none.
        let exception: UInt64
        /// Gets how many were ended.
        let then: @Sendable (Int) -> Void
    }

    /// Signalled when the first message comes in, until the messages are taken.
    let wakeUp = WakeUp()
    private let state = Mutex(State())

    private struct State {
        var messages: [Message] = []
        /// True once the shard does not read messages any more.
        var isClosed = false
    }

    deinit { wakeUp.close() }

    func send(_ message: Message) {
        let wasEmpty = state.withLock { state in
            guard !state.isClosed else { return false }
            state.messages.append(message)
            return state.messages.count == 1
        }
        if wasEmpty { wakeUp.signal() }
    }

    func take() -> [Message] {
        wakeUp.take()
        return takeAll()
    }

    /// The shard reads no more. Messages, waiting or still to come, are released: they may refer back to this inbox.
    func close() {
        state.withLock { $0.isClosed = true }
        _ = takeAll()
    }

    private func takeAll() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }
}
