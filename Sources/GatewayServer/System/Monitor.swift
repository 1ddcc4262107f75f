internal import CLinux
internal import Glibc
package import Wire

/// A value under a lock, with a way to wait until it changes: a POSIX mutex and condition variable.
///
/// `@unchecked Sendable`: the value is read and changed only while the mutex is held.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Calls `body` until it returns a result: at once, and again each time the thread is woken.
    package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(changed, mutex)
        }
    }

    /// The same up to a moment of the monotonic clock, when `giveUp` returns the result.
    package func wait<Result>(
        until time: Nanoseconds, for body: (inout Value) -> Result?, else giveUp: (inout Value) -> Result
    ) -> Result {
        var end = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            guard pthread_cond_timedwait(changed, mutex, &end) != ETIMEDOUT else {
                return body(&value) ?? giveUp(&value)
            }
        }
    }

    /// The same for so many seconds at most.
    package func wait<Result>(
        seconds: Int, for body: (inout Value) -> Result?, else giveUp: (inout Value) -> Result
    ) -> Result {
        wait(until: SystemClock.monotonic + Nanoseconds(seconds) * 1_000_000_000, for: body, else: giveUp)
    }

    /// Wakes one of the waiting threads.
    package func wakeOne() { pthread_cond_signal(changed) }
    /// Wakes all waiting threads.
    package func wakeAll() { pthread_cond_broadcast(changed) }
}
