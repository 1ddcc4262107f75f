internal import GatewayServer
internal import Synchronization
internal import Wire

/// A wait until no request of some sessions is in flight, or until a moment. It is told when a request ends, and holds no
/// thread.
final class SessionDrain: Sendable {
    private let sessions: [Session]
    private let alarms: Alarms
    private let then: @Sendable () -> Void
    private let alarm = Atomic<UInt64>(0)
    private let isOver = Atomic<Bool>(false)

    private init(_ sessions: [Session], _ alarms: Alarms, _ then: @escaping @Sendable () -> Void) {
        self.sessions = sessions
        self.alarms = alarms
        self.then = then
    }

    /// Calls `then` once, on any thread, when no request is in flight or at `time` of the monotonic clock; not if the
    /// alarms are stopped before. It has to return soon.
    static func begin(
        _ sessions: [Session], until time: Nanoseconds, _ alarms: Alarms, then: @escaping @Sendable () -> Void
    ) {
        guard SystemClock.monotonic < time, sessions.contains(where: \.isInFlight) else { return then() }
        let drain = SessionDrain(sessions, alarms, then)
        // The alarm keeps it: of a gateway that has stopped nothing does.
        let alarm = alarms.set(at: time) { drain.finish() }
        drain.alarm.store(alarm, ordering: .relaxed)
        drain.look()
    }

    private func look() {
        guard let session = sessions.first(where: \.isInFlight) else { return finish() }
        let waiter = session.waiters.add { [weak self] in self?.look() }
        // Its last request may have ended before it waited.
        guard !session.isInFlight else { return }
        session.waiters.remove(waiter)
        look()
    }

    private func finish() {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        alarms.cancel(alarm.load(ordering: .relaxed))
        then()
    }
}

extension Session {
    fileprivate var isInFlight: Bool { use?.isInFlight == true }
}
