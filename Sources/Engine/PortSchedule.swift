public import Rules
public import Wire

/// What the entries of a scenario's `connections` say to one port, from its opening on: what becomes of each accepted
/// connection, and when the port is open.
///
/// An entry is in turn for so many connections, or for so long, and then the next. Behind a last entry that ends, connections
/// are served.
public struct PortSchedule: Sendable {
    private let entries: [ConnectionEntry]
    /// The entry in turn; their number once all have ended.
    private var place = 0
    /// Connections that the entry in turn has had.
    private var accepted = 0
    /// When the time of the entry in turn began.
    private var since: Nanoseconds
    /// The state that the control API has put, until it opens the port.
    private var put: PortState?

    private static let served = ConnectionPlan(.serve)

    public init(_ entries: [ConnectionEntry], openedAt: Nanoseconds) {
        self.entries = entries
        since = openedAt
    }

    /// The plan of the connection that was accepted.
    public mutating func accepted(at now: Nanoseconds) -> ConnectionPlan {
        advance(to: now)
        guard place < entries.count else { return entries.isEmpty ? .serve : Self.served }
        guard case .connection(let plan, let times, _) = entries[place] else {
            // The kernel had completed it before the port was closed.
            return nextPlan
        }
        if accepted == 0 { since = now }
        accepted += 1
        if accepted >= times, place + 1 < entries.count { beginNext(at: now) }
        return plan
    }

    /// The state of the port, the name of the failure that this is, and when it ends by itself.
    public mutating func state(at now: Nanoseconds) -> (state: PortState, failure: String?, until: Nanoseconds?) {
        advance(to: now)
        if let put { return (put, Self.failure(put), nil) }
        guard place < entries.count else { return (.open, nil, nil) }
        let until = isTimed ? entries[place].time.map { end($0) } : nil
        guard case .port(let state, _, let failure) = entries[place] else { return (.open, nil, until) }
        return (state, failure, until)
    }

    /// A state that is put holds until the next one is. Time runs on for the entries meanwhile, and `open` leaves the port to the
    /// one in turn: a state without a time of its own ends by that.
    public mutating func put(_ state: PortState, at now: Nanoseconds) {
        advance(to: now)
        guard state == .open else {
            put = state
            return
        }
        put = nil
        if place < entries.count, case .port(_, nil, _) = entries[place] { beginNext(at: now) }
    }

    private mutating func advance(to now: Nanoseconds) {
        while place < entries.count, isTimed, let time = entries[place].time, end(time) <= now {
            beginNext(at: end(time))
        }
    }

    /// Whether the time of the entry in turn has begun: that of connections begins with the first.
    private var isTimed: Bool { if case .connection = entries[place] { accepted > 0 } else { true } }

    private mutating func beginNext(at time: Nanoseconds) {
        place += 1
        (accepted, since) = (0, time)
    }

    private func end(_ time: Nanoseconds) -> Nanoseconds {
        let (end, isOver) = since.addingReportingOverflow(time)
        return isOver ? .max : end
    }

    private var nextPlan: ConnectionPlan {
        for case .connection(let plan, _, _) in entries[place...] { return plan }
        return Self.served
    }

    private static func failure(_ state: PortState) -> String? {
        switch state {
        case .open: nil
        case .refuse: "tcp/refuse"
        case .connectTimeout: "tcp/connect-timeout"
        }
    }
}
