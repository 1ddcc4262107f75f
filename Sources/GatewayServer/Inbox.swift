internal import CLinux
internal import Glibc
internal import Synchronization
internal import Wire

/// The only way into a shard from other threads.
final class Inbox: Sendable {
    enum Message: Sendable {
        case stop
        /// A part of an answer that was put off. `turn` tells exchanges of one connection apart.
        case feed(connection: UInt64, turn: UInt64, WireScript, isLast: Bool)
        /// The delay of a plan is to end sooner: so long after it began.
        case shorten(connection: UInt64, turn: UInt64, delay: Nanoseconds)
        case work(@Sendable (any Lane) -> Void)
    }

    /// Readable while there is something inside.
    let descriptor: Int32
    private let messages = Mutex<[Message]>([])

    init() { descriptor = eventfd(0, Int32(clinux_EFD_CLOEXEC | clinux_EFD_NONBLOCK)) }

    deinit { Glibc.close(descriptor) }

    func send(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { _ = clinux_eventfd_signal(descriptor) }
    }

    func take() -> [Message] {
        _ = clinux_counter_take(descriptor)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
