internal import Synchronization
internal import Wire

/// Those who watch what comes to all sessions, and what becomes of it.
final class LiveJournals: Sendable {
    private let readings = Mutex<[LiveReading]>([])
    private let count = Atomic<Int>(0)

    /// Asked for each request, so that one that nobody watches costs nothing more.
    @inline(__always) var areWatched: Bool { count.load(ordering: .relaxed) > 0 }

    /// The most at once.
    static let most = 16

    /// False if there are as many as may be.
    func add(_ reading: LiveReading) -> Bool {
        var isAdded = false
        change { readings in
            isAdded = readings.count < Self.most
            if isAdded { readings.append(reading) }
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
        let readings = readings.withLock { $0 }.filter { $0.hasRoom(at: now) }
        guard !readings.isEmpty else { return }
        let event = event()
        for reading in readings { reading.add(event, at: now) }
    }
}
