/// Whose event it is that a shard's poller tells of, in the number that comes back with it.
enum EventSource: Equatable {
    /// By its id.
    case connection(UInt64)
    /// One of the sockets that the shard has of a listener.
    case listener(UInt32, socket: Int)
    case inbox

    // Connections count from 1 and never come to the highest bit.
    private static let others: UInt64 = 1 << 63
    private static let inboxID = UInt64.max
    /// For the number of a socket.
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
