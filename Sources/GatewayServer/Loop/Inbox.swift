internal import Synchronization
internal import Wire

/// The only way into a shard from other threads.
final class Inbox: Sendable {
    enum Message: Sendable {
        case stop
        /// A part of an answer that was put off.
        case feed(ExchangeID, WireScript, isLast: Bool)
        /// The delay of a plan is to end sooner: so long after it began.
        case shorten(ExchangeID, delay: Nanoseconds)
        /// A worker has done what an exchange waits for.
        case judged(ExchangeID, Work.Completion)
        case work(@Sendable (any ShardResponder) -> Void)
        /// Connections come from further sockets, which listen already and are the shard's from here on.
        case listen([ListeningSocket], listener: UInt32)
        /// No connections come from those of a listener any more.
        case stopListening(listener: UInt32)
    }

    /// Signalled while there is something inside.
    let wakeUp = WakeUp()
    private let state = Mutex(State())

    private struct State {
        var messages: [Message] = []
        /// Nobody reads them any more.
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

    /// The shard reads no more. What it was sent is let go of, and what it will be: it may lead back to here.
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
