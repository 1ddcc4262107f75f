internal import GatewayServer
internal import Glibc
internal import Synchronization

/// Ends the process's service when its standard input ends: a test runner that dies takes the gateway along.
final class InputEnd: Sendable {
    private let hasEnded = Atomic<Bool>(false)
    private let isStopping = Atomic<Bool>(false)

    /// The service is about to end, from here on without a signal. Returns whether the input's end is the reason.
    func stop() -> Bool {
        let isFirst = isStopping.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent)
        return !isFirst.exchanged && hasEnded.load(ordering: .acquiring)
    }

    /// Starts a thread that reads standard input to its end, and then sends this process a SIGTERM. False if there is no
    /// thread for it.
    func watch() -> Bool { SystemThread.detached(name: "mishap-input") { self.run() } }

    private func run() {
        let size = 4096
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = read(STDIN_FILENO, buffer, size)
            if count > 0 || count < 0 && errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Whoever shares the other end may have made it non-blocking.
                var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                poll(&input, 1, -1)
                continue
            }
            hasEnded.store(true, ordering: .releasing)
            // Once the service is stopping, a signal would end the process in the middle of that.
            let isFirst = isStopping.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent)
            if isFirst.exchanged { kill(getpid(), SIGTERM) }
            return
        }
    }
}
