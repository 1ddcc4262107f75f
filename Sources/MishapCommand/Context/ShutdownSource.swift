internal import Glibc

/// What ends `mishap serve`: signals in a process, or a function in tests.
struct ShutdownSource: Sendable {
    /// Called before any other thread is started.
    let prepare: @Sendable () -> Void
    /// Has the service end when standard input ends; false if that is impossible. Called after `prepare`.
    var endWithInput: @Sendable () -> Bool = { true }
    /// Returns when the service is to end, with the reason, such as the name of a signal; may be empty.
    let wait: @Sendable () -> String

    /// Ends the service at once, since nothing else could end it.
    static let never = ShutdownSource(prepare: {}, wait: { "" })

    /// SIGTERM and SIGINT. They are blocked in all later threads and received by `sigwait`, so that no handler runs and
    /// no system call is interrupted.
    static let signals = ShutdownSource(
        prepare: {
            signal(SIGINT, SIG_DFL)
            signal(SIGTERM, SIG_DFL)
            var set = endings()
            pthread_sigmask(SIG_BLOCK, &set, nil)
        },
        endWithInput: { inputEnd.watch() },
        wait: {
            var set = endings()
            var number: Int32 = 0
            while sigwait(&set, &number) != 0 {}
            let isEndOfInput = inputEnd.stop()
            // A second Ctrl-C ends the process at once, in case stopping hangs.
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            if isEndOfInput { return "the end of standard input" }
            return number == SIGINT ? "SIGINT" : "SIGTERM"
        })

    private static let inputEnd = InputEnd()

    private static func endings() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}
