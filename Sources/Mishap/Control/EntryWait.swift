internal import Synchronization
internal import Wire

/// A wait for the next entry of a journal, of a reader that holds neither a thread nor the session meanwhile.
struct EntryWait: Sendable {
    /// Its number among those who wait for the session's entries.
    private let waiter: UInt64
    private let alarm: UInt64
    private let isRung: @Sendable () -> Bool

    /// Whether `then` was called, or is about to be.
    var isOver: Bool { isRung() }

    /// `then` is called once, on any thread: when an entry has ended after so many, at `time`, when the session ends, or
    /// when the client is gone.
    static func begin(
        for session: Session, endedAfter end: UInt64, until time: Nanoseconds, _ alarms: Alarms,
        _ client: WaitingClient,
        _ then: @escaping @Sendable () -> Void
    ) -> EntryWait {
        let wake = Wake(then)
        // The alarm keeps what wakes it: of a gateway that has stopped nothing does, and nothing is left.
        let waiter = session.waiters.add { [weak wake] in wake?.ring() }
        let alarm = alarms.set(at: time) { wake.ring() }
        // Nothing is kept for a client that is gone.
        client.whenGone { [weak wake] in wake?.ring() }
        // One may have ended before it waited.
        if session.lastCompletion > end { wake.ring() }
        return EntryWait(waiter: waiter, alarm: alarm) { [weak wake] in wake?.isRung ?? true }
    }

    /// Forgets what would wake it. `session` is the same one, if it is still there.
    func end(of session: Session?, _ alarms: Alarms) {
        alarms.cancel(alarm)
        session?.waiters.remove(waiter)
    }
}

/// Calls a function once, though several things may wake the reader.
private final class Wake: Sendable {
    private let wasRung = Atomic<Bool>(false)
    var isRung: Bool { wasRung.load(ordering: .relaxed) }
    private let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) { self.call = call }

    func ring() {
        if !wasRung.exchange(true, ordering: .relaxed) { call() }
    }
}
