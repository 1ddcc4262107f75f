/// The source of an event of a shard's poller, encoded in the number that comes back with the event.
enum EventSource: Equatable {
    /// A connection, by its id.
    case connection(UInt64)
    /// One of the shard's sockets of a listener.
    case listener(UInt32, socket: Int)
    case inbox

    // Connection ids count from 1 and never reach the highest bit.
    private static let others: UInt64 = 1 << 63
    private static let inboxID = UInt64.max
    /// Bits for the index of a listener's socket.
    private static let socketBits: UInt64 = 8

    init(id: UInt64) {
        if id < Self.others {
            self = .connection(id)
        } else if id == Self.inboxID {
            self = .inbox
        } else {
            let place = id & ~Self.others
            self = .listener(UInt32(place >> Self.socketBits), socket: Int(place & (1 << Self.socketBits - 1)))
        }
    }

    var id: UInt64 {
        switch self {
        case .connection(let id): id
        case .listener(let listener, let socket):
            Self.others | UInt64(listener) << Self.socketBits | UInt64(socket)
        case .inbox: Self.inboxID
        }
    }
}
