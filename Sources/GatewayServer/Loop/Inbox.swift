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
        case judged(ExchangeID, Work.Judgement)
        case work(@Sendable (any Lane) -> Void)
    }

    /// Signalled while there is something inside.
    let wakeUp = WakeUp()
    private let messages = Mutex<[Message]>([])

    deinit { wakeUp.close() }

    func send(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { wakeUp.signal() }
    }

    func take() -> [Message] {
        wakeUp.take()
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
