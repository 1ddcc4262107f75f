internal import Glibc

/// What ends `mishap serve`: two signals where it is a process, whatever a test likes where it is not.
struct ShutdownSource: Sendable {
    /// Called before there is any other thread.
    let prepare: @Sendable () -> Void
    /// Returns when the service shall end, with the reason in a word.
    let wait: @Sendable () -> String

    /// Ends at once: nobody could end it from outside.
    static let never = ShutdownSource(prepare: {}, wait: { "" })

    /// SIGTERM and SIGINT. They are blocked on every thread that comes after, and taken by waiting: no handler runs,
    /// nothing is interrupted.
    static let signals = ShutdownSource(
        prepare: {
            signal(SIGINT, SIG_DFL)
            signal(SIGTERM, SIG_DFL)
            var set = endings()
            pthread_sigmask(SIG_BLOCK, &set, nil)
        },
        wait: {
            var set = endings()
            var number: Int32 = 0
            while sigwait(&set, &number) != 0 {}
            // A second Ctrl-C ends at once, should stopping ever hang.
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            return number == SIGINT ? "SIGINT" : "SIGTERM"
        })

    private static func endings() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}
