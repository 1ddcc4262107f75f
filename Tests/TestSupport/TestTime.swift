internal import Glibc
public import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs. The limit counts while a test waits for its turn beside the others of a whole run, which
    /// takes minutes on a slow machine: it says nothing of how fast something is. For that there is `processorTime(of:)`.
    public static var endsIfItHangs: Self { .timeLimit(.minutes(20)) }
}

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
