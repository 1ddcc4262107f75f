public import Rules
public import Wire

/// What becomes of a port of its own and of its connections, entry by entry of a scenario's `connections`.
public struct PortSchedule: Sendable {
    private let entries: [ConnectionEntry]
    private var index = 0
    /// Connections that the entry has had.
    private var count = 0
    /// When the entry began: when the port opened, or when the last connection of the entry before was accepted.
    private var since: Nanoseconds
    /// By the control API.
    private var isPut: PortState?

    public init(_ entries: [ConnectionEntry], openedAt time: Nanoseconds) {
        self.entries = entries
        since = time
    }

    private var entry: ConnectionEntry? { entries.indices.contains(index) ? entries[index] : nil }

    private mutating func skipStates(endedBy now: Nanoseconds) {
        while case .port(_, let time?, _)? = entry, now >= since + time {
            since += time
            index += 1
        }
    }

    /// The plan of a connection that was accepted.
    public mutating func accepted(at now: Nanoseconds) -> ConnectionPlan {
        skipStates(endedBy: now)
        guard case .connection(let plan, let times)? = entry else { return .serve }
        count += 1
        if count >= times, index + 1 < entries.count {
            (index, count, since) = (index + 1, 0, now)
        }
        return plan
    }

    /// The state of the port, the failure that it is, and when that ends by itself.
    public mutating func state(at now: Nanoseconds) -> (state: PortState, failure: String?, until: Nanoseconds?) {
        skipStates(endedBy: now)
        if let isPut, isPut != .open { return (isPut, "tcp/\(isPut.rawValue)", nil) }
        guard case .port(let state, let time, let failure)? = entry else { return (.open, nil, nil) }
        return (state, failure, time.map { since + $0 })
    }

    /// Puts the port into a state until another is put. `open` is the entry in turn.
    public mutating func put(_ state: PortState, at now: Nanoseconds) {
        isPut = state
        if state == .open, case .port(_, nil, _)? = entry { (index, since) = (index + 1, now) }
    }
}
