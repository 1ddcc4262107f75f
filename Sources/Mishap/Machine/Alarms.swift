internal import GatewayServer
internal import Glibc
internal import Synchronization
internal import Wire

/// Calls functions at given moments, on a thread of its own that is there while any moment is awaited. The functions must
/// not take long.
final class Alarms: Sendable {
    private struct Alarm {
        let time: Nanoseconds
        let number: UInt64
        let ring: @Sendable () -> Void
    }

    private struct State {
        /// The next one last.
        var alarms: [Alarm] = []
        var last: UInt64 = 0
        var hasThread = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let changed = WakingCondition()

    /// Calls `ring` at that moment of the monotonic clock. Returns a number to cancel it.
    func set(at time: Nanoseconds, _ ring: @escaping @Sendable () -> Void) -> UInt64 {
        let (number, needsThread) = state.withLock { state -> (UInt64, Bool) in
            state.last += 1
            guard !state.isStopped else { return (state.last, false) }
            let place = state.alarms.firstIndex { $0.time <= time } ?? state.alarms.count
            state.alarms.insert(Alarm(time: time, number: state.last, ring: ring), at: place)
            defer { state.hasThread = true }
            return (state.last, !state.hasThread)
        }
        if needsThread { start() } else { changed.wake() }
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
            state.isStopped = true
            defer { state.alarms = [] }
            return state.alarms
        }
        withExtendedLifetime(unused) { changed.wake() }
    }

    private func start() {
        if !SystemThread.detached(name: "mishap-alarms", { self.run() }) { state.withLock { $0.hasThread = false } }
    }

    private func run() {
        while true {
            let now = MonotonicClock.now
            let (due, next) = state.withLock { state -> ([Alarm], Nanoseconds?) in
                let count = state.alarms.reversed().prefix { $0.time <= now }.count
                let due = Array(state.alarms.suffix(count).reversed())
                state.alarms.removeLast(count)
                let next = state.alarms.last?.time
                if due.isEmpty, next == nil { state.hasThread = false }
                return (due, next)
            }
            for alarm in due { alarm.ring() }
            guard due.isEmpty else { continue }
            guard let next else { return }
            changed.wait(until: next)
        }
    }
}

/// A condition to sleep on, until it is woken or a moment has come.
///
/// Unchecked: the memory is for the system's calls alone, and freed with this object.
private final class WakingCondition: @unchecked Sendable {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var isWoken = false

    init() {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    func wake() {
        pthread_mutex_lock(lock)
        isWoken = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(lock)
    }

    /// On one thread only.
    func wait(until time: Nanoseconds) {
        var end = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        pthread_mutex_lock(lock)
        while !isWoken, pthread_cond_timedwait(condition, lock, &end) == 0 {}
        isWoken = false
        pthread_mutex_unlock(lock)
    }
}
