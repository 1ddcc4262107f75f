internal import Synchronization
internal import Wire

/// Those who watch what comes to all sessions, and what becomes of it.
final class LiveJournals: Sendable {
    private let readings = Mutex<[LiveReading]>([])
    private let count = Atomic<Int>(0)
    /// Nobody takes anything before that, so that nobody is asked.
    private let closedUntil = Atomic<Nanoseconds>(0)
    /// Events for which nobody was asked: each reading counts them as missed.
    let skipped = SkippedEvents()

    /// Asked for each request, so that one that nobody watches costs nothing more.
    @inline(__always) var areWatched: Bool { count.load(ordering: .relaxed) > 0 }

    /// Whether somebody may take an event now; else it is only counted.
    func takeEvents(at now: Nanoseconds) -> Bool { now >= closedUntil.load(ordering: .relaxed) }

    /// The most at once.
    static let most = 16

    /// False if there are as many as may be.
    func add(_ reading: LiveReading) -> Bool {
        var isAdded = false
        change { readings in
            isAdded = readings.count < Self.most
            if isAdded {
                readings.append(reading)
                closedUntil.store(0, ordering: .relaxed)
            }
        }
        return isAdded
    }

    func remove(_ reading: LiveReading) { change { $0.removeAll { $0 === reading } } }

    private func change(_ change: (inout [LiveReading]) -> Void) {
        // What is removed is released without the lock.
        let before = readings.withLock { readings in
            let before = readings
            change(&readings)
            count.store(readings.count, ordering: .relaxed)
            return before
        }
        withExtendedLifetime(before) {}
    }

    func tell(_ event: @autoclosure () -> LiveEvent, at now: Nanoseconds) {
        // Nothing is made of what is only counted.
        guard takeEvents(at: now) else { return skipped.add() }
        let all = readings.withLock { $0 }
        let open = all.filter { $0.hasRoom(at: now) }
        guard !open.isEmpty else {
            let end = all.map(\.closedUntil).min() ?? 0
            // Unless somebody has come meanwhile, who has room.
            return readings.withLock { if $0.count == all.count { closedUntil.store(end, ordering: .relaxed) } }
        }
        let event = event()
        for reading in open { reading.add(event, at: now) }
    }
}

/// How many events were told to nobody.
final class SkippedEvents: Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    func add() { number.wrappingAdd(1, ordering: .relaxed) }
}
