import CLinux
import Glibc

/// On SIGINT, SIGTERM and SIGHUP, ends all children and then this process. A thread waits for the signals, because a
/// signal handler cannot take the lock of the list of children.
enum Interrupt {
    static func install() {
        var signals = interrupts()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = clinux_block_sigpipe()
        var thread = pthread_t()
        pthread_create(&thread, nil, waitForInterrupt, nil)
    }
}

private func interrupts() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    return signals
}

private func waitForInterrupt(_ unused: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var signals = interrupts()
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    ChildProcess.endAllAndExit(128 + signal)
}
