internal import GatewayServer
internal import Wire

/// Calls functions at given moments, on a thread of its own that is there while any moment is awaited. The functions must
/// not take long.
final class Alarms: Sendable {
    private struct Alarm: Sendable {
        let time: Nanoseconds
        let number: UInt64
        let ring: @Sendable () -> Void
    }

    private struct State: Sendable {
        /// The next one last.
        var alarms: [Alarm] = []
        var last: UInt64 = 0
        var hasThread = false
        var isStopped = false
        /// Whether anything has changed since the thread looked.
        var hasChanged = false

        /// Takes what is due.
        mutating func take(at now: Nanoseconds) -> [Alarm] {
            hasChanged = false
            let count = alarms.reversed().prefix { $0.time <= now }.count
            defer { alarms.removeLast(count) }
            return alarms.suffix(count).reversed()
        }
    }

    private let state = Monitor(State())

    /// Calls `ring` at that moment of the monotonic clock. Returns a number to cancel it.
    @discardableResult
    func set(at time: Nanoseconds, _ ring: @escaping @Sendable () -> Void) -> UInt64 {
        let (number, needsThread) = state.withLock { state -> (UInt64, Bool) in
            state.last += 1
            guard !state.isStopped else { return (state.last, false) }
            let place = state.alarms.firstIndex { $0.time <= time } ?? state.alarms.count
            state.alarms.insert(Alarm(time: time, number: state.last, ring: ring), at: place)
            state.hasChanged = true
            defer { state.hasThread = true }
            return (state.last, !state.hasThread)
        }
        if needsThread { start() } else { state.wakeOne() }
        return number
    }

    func cancel(_ number: UInt64) {
        let unused = state.withLock { state in
            state.alarms.firstIndex { $0.number == number }.map { state.alarms.remove(at: $0) }
        }
        withExtendedLifetime(unused) {}
    }

    /// Forgets all alarms, and takes no more.
    func stop() {
        let unused = state.withLock { state in
            (state.isStopped, state.hasChanged) = (true, true)
            defer { state.alarms = [] }
            return state.alarms
        }
        withExtendedLifetime(unused) { state.wakeOne() }
    }

    private func start() {
        if !SystemThread.detached(name: "mishap-alarms", { self.run() }) { state.withLock { $0.hasThread = false } }
    }

    private func run() {
        while true {
            let now = SystemClock.monotonic
            let (due, next) = state.withLock { state -> ([Alarm], Nanoseconds?) in
                let due = state.take(at: now)
                if due.isEmpty, state.alarms.isEmpty { state.hasThread = false }
                return (due, state.alarms.last?.time)
            }
            for alarm in due { alarm.ring() }
            guard due.isEmpty else { continue }
            guard let next else { return }
            state.wait(until: next) {
                $0.hasChanged ? () : nil
            } else: { _ in
            }
        }
    }
}
