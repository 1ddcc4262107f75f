internal import Wire

/// A shard's connections of which nothing is read and to which nothing is sent (`ConnectionPlan.Act.silence`), by their ids.
///
/// Little is known of one, since it has no requests, no deadlines and no answers. It ends with the peer's FIN or RST, or with
/// the server.
struct SilentConnections {
    struct Silent {
        fileprivate let socket: TCPSocket
        fileprivate let id: UInt64
        fileprivate let listener: UInt32
        fileprivate let plan: ConnectionPlan
        private let accepted: Nanoseconds
        private let acceptedAt: Int64
        private let clockAge: Nanoseconds

        /// `time`: when it was accepted, on the monotonic clock and in milliseconds since 1970. `age`: how much earlier that may
        /// have been.
        init(
            _ socket: TCPSocket, _ info: ConnectionInfo, _ plan: ConnectionPlan, at time: (Nanoseconds, Int64),
            age: Nanoseconds
        ) {
            clockAge = age
            self.socket = socket
            (id, listener) = (info.id, info.listener)
            self.plan = plan
            (accepted, acceptedAt) = time
        }

        /// What the responder is told of its end. What has come is still in the socket.
        fileprivate func told(_ end: Outcome.End, at now: Nanoseconds) -> ForeignProtocolStart {
            let start = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ForeignProtocolStart.maximumBytes) {
                Array(socket.peek(into: $0) ?? UnsafeBufferPointer(start: nil, count: 0))
            }
            var told = ForeignProtocolStart(
                connection: id, kind: .planned, bytes: start, count: socket.unread, status: 0, sent: 0,
                arrivedAt: acceptedAt, end: end)
            (told.listener, told.plan, told.accepted, told.ended) = (listener, plan, accepted, now)
            told.clockAge = clockAge
            return told
        }
    }

    private var all: [UInt64: Silent] = [:]

    /// The peer's end, once. Bytes that come are no event: they stay in the socket, and would wake the thread forever.
    private static var watched: Readiness { [.peerFinished, .onChange] }

    mutating func add(_ connection: Silent, _ poller: Poller) {
        all[connection.id] = connection
        poller.add(connection.socket.descriptor, Self.watched, id: EventSource.connection(connection.id).id)
    }

    /// The poller reports an event of this connection: closes it if its peer has ended its side or is gone. Returns what is
    /// to be told of its end; nil if it goes on. Bytes that were never read make the kernel send an RST instead of a FIN.
    mutating func happened(_ id: UInt64, _ events: Readiness, at now: Nanoseconds) -> ForeignProtocolStart? {
        guard events.has(any: [.peerFinished, .over]), let connection = all.removeValue(forKey: id) else { return nil }
        defer { connection.socket.close() }
        return connection.told(.held, at: now)
    }

    /// Resets all of them, as answers that are held back are when the server stops. Returns what is to be told of them.
    mutating func endAll(at now: Nanoseconds) -> [ForeignProtocolStart] {
        defer { all = [:] }
        return all.values.map { connection in
            defer {
                connection.socket.resetOnClose()
                connection.socket.close()
            }
            return connection.told(.cancelled, at: now)
        }
    }

    /// Resets, or ends, those of a listener. Returns what is to be told of them.
    mutating func end(ofListener listener: UInt32, byReset: Bool, at now: Nanoseconds) -> [ForeignProtocolStart] {
        let ended = all.values.filter { $0.listener == listener }
        return ended.map { connection in
            all[connection.id] = nil
            let told = connection.told(byReset ? .reset : .closed, at: now)
            if byReset {
                connection.socket.resetOnClose()
            } else {
                // Bytes that nobody has read would make an RST of the end.
                connection.socket.finish()
                connection.socket.discard()
            }
            connection.socket.close()
            return told
        }
    }
}
