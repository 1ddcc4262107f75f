internal import Glibc

/// The processor time that this thread needed, whatever else the machine had to do meanwhile.
public func processorTime(of work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let before = now()
    try work()
    return now() - before
}
