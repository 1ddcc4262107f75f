internal import Engine
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
        /// 0 until it is added to the server, and once it is closed.
        var listener: UInt32 = 0
        /// 0 until it listens.
        var number: UInt16 = 0
        var schedule: PortSchedule
        /// Whether its scenario reads slowly, or stops.
        var isNarrow: Bool

        mutating func begin(_ scenario: CompiledScenario, at now: Nanoseconds) {
            schedule = PortSchedule(scenario.connections, openedAt: now)
            isNarrow = scenario.holdsBackReading
        }
    }

    /// The server asks for the state of the port under a lock of its own, so that this one is not held while the server is called.
    private let current: Mutex<State>

    init(of session: Session, at now: Nanoseconds) {
        self.session = session.name
        sessionBytes = Array(session.name.utf8)
        let scenario = session.scenario
        current = Mutex(
            State(
                schedule: PortSchedule(scenario.connections, openedAt: now), isNarrow: scenario.holdsBackReading))
    }

    var listener: UInt32 { current.withLock { $0.listener } }
    var number: UInt16 { current.withLock { $0.number } }

    func added(as listener: UInt32) { current.withLock { $0.listener = listener } }

    func listens(on number: UInt16) { current.withLock { $0.number = number } }

    /// It closes; returns its listener, 0 if it has none.
    func end() -> UInt32 {
        current.withLock { current in
            defer { current.listener = 0 }
            return current.listener
        }
    }

    /// A connection was accepted.
    func accepted(at now: Nanoseconds) -> ConnectionPlan { current.withLock { $0.schedule.accepted(at: now) } }

    /// What the kernel is to do with connections, and until when.
    func state(at now: Nanoseconds) -> (state: PortState, until: Nanoseconds?, isNarrow: Bool) {
        current.withLock { current in
            let due = current.schedule.state(at: now)
            return (due.state, due.until, current.isNarrow)
        }
    }

    func put(_ state: PortState, at now: Nanoseconds) { current.withLock { $0.schedule.put(state, at: now) } }

    func restart(_ scenario: CompiledScenario, at now: Nanoseconds) {
        current.withLock { $0.begin(scenario, at: now) }
    }
}
