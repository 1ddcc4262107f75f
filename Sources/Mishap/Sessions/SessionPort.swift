internal import Bytes
internal import Engine
internal import GatewayServer
internal import Rules
internal import Synchronization
internal import Wire

/// A port of a session's own. It belongs to the session's name: what takes the place of the session has it too, and its
/// connections begin anew with that.
final class SessionPort: Sendable {
    /// The name of its session.
    let session: String
    let sessionBytes: [UInt8]

    private struct State: Sendable {
        /// 0 until it listens, and once it is closed.
        var listener: UInt32 = 0
        var number: UInt16 = 0
        var schedule: PortSchedule
        /// What the kernel was told.
        var state = PortState.open
        var alarm: UInt64?
    }

    private let current: Mutex<State>

    init(of session: Session, at now: Nanoseconds) {
        self.session = session.name
        sessionBytes = Array(session.name.utf8)
        current = Mutex(State(schedule: PortSchedule(session.scenario.connections, openedAt: now)))
    }

    var listener: UInt32 { current.withLock { $0.listener } }
    /// 0 until it listens.
    var number: UInt16 { current.withLock { $0.number } }
    var state: PortState { current.withLock { $0.state } }

    func listens(as listener: UInt32) { current.withLock { $0.listener = listener } }

    func isOpen(at number: UInt16) { current.withLock { $0.number = number } }

    /// It closes; returns its listener, and the alarm that is set for it.
    func end() -> (listener: UInt32, alarm: UInt64?) {
        current.withLock { current in
            defer { (current.listener, current.alarm) = (0, nil) }
            return (current.listener, current.alarm)
        }
    }

    /// A connection was accepted.
    func accepted(at now: Nanoseconds, _ ports: SessionPorts) -> ConnectionPlan {
        current.withLock { current in
            let plan = current.schedule.accepted(at: now)
            // The state changes with the next accept or alarm, if the kernel refuses.
            try? update(&current, at: now, ports)
            return plan
        }
    }

    /// Another session has taken the place of its session.
    func restart(_ entries: [ConnectionEntry], at now: Nanoseconds, _ ports: SessionPorts) {
        change(at: now, ports) { $0 = PortSchedule(entries, openedAt: now) }
    }

    /// What is due by now.
    func update(at now: Nanoseconds, _ ports: SessionPorts) { change(at: now, ports) { _ in } }

    private func change(at now: Nanoseconds, _ ports: SessionPorts, _ change: (inout PortSchedule) -> Void) {
        current.withLock { current in
            change(&current.schedule)
            try? update(&current, at: now, ports)
        }
    }

    /// Puts it into a state, in which it stays until the next is put; `open` puts the entry in turn.
    func put(_ state: PortState, at now: Nanoseconds, _ ports: SessionPorts) throws(ServerError) {
        try current.withLock { current throws(ServerError) in
            current.schedule.put(state, at: now)
            try update(&current, at: now, ports)
        }
    }

    /// Tells the kernel the state of this moment, and sets an alarm for the end of that.
    private func update(_ current: inout State, at now: Nanoseconds, _ ports: SessionPorts) throws(ServerError) {
        guard current.listener != 0 else { return }
        let due = current.schedule.state(at: now)
        if let alarm = current.alarm { ports.alarms.cancel(alarm) }
        current.alarm = due.until.map { time in
            ports.alarms.set(at: time) { [weak self, weak ports] in
                guard let ports else { return }
                self?.update(at: max(time, SystemClock.monotonic), ports)
            }
        }
        guard due.state != current.state else { return }
        try ports.listeners.setState(due.state, current.listener)
        current.state = due.state
    }
}
