import Dispatch
import Glibc

/// Runs `work` on another thread.
func background(_ work: @escaping @Sendable () -> Void) {
    final class Box {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().work()
            return nil
        }, Unmanaged.passRetained(Box(work)).toOpaque())
    pthread_detach(thread)
}

/// Tells the thread that asks from others that are there.
func currentThread() -> UInt { UInt(pthread_self()) }

/// Nanoseconds of CPU that a running thread has used.
func cpuTime(ofThread thread: UInt) -> Int {
    var clock = clockid_t()
    var time = timespec()
    guard pthread_getcpuclockid(pthread_t(thread), &clock) == 0, clock_gettime(clock, &time) == 0 else {
        fatalError("the thread is gone")
    }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Holds threads up until a test opens it; for a minute at most, so that what is wrong fails and does not hang.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    /// Whether it was opened in time. It stays open for whoever else waits.
    @discardableResult
    func wait() -> Bool {
        guard semaphore.wait(timeout: .now() + 60) == .success else { return false }
        semaphore.signal()
        return true
    }
}
