internal import CLinux
internal import Glibc

/// A thread of the operating system, with SIGPIPE blocked: a write to a closed socket does not end the process.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// Runs `work` on a new thread of this name, of which at most 15 bytes are used. Nil if the system cannot create
    /// another thread; `errno` says why.
    package init?(name: String, _ work: @escaping () -> Void) {
        // +1 here, released by the thread when it ends.
        let start = Unmanaged.passRetained(ThreadStart(name: name, work: work))
        var thread = pthread_t()
        errno = pthread_create(&thread, nil, runThread, start.toOpaque())
        guard errno == 0 else {
            start.release()
            return nil
        }
        self.thread = thread
    }

    /// Runs `work` on a new thread that nobody waits for. False if the system cannot create another; `errno` says why.
    package static func detached(name: String, _ work: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = SystemThread(name: name, work) else { return false }
        pthread_detach(thread.thread)
        return true
    }

    /// Waits until the thread has ended.
    package func join() { pthread_join(thread, nil) }
}

private final class ThreadStart {
    let name: String
    let work: () -> Void

    init(name: String, work: @escaping () -> Void) {
        self.name = name
        self.work = work
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue()
    _ = clinux_block_sigpipe()
    _ = clinux_name_thread(start.name)
    start.work()
    return nil
}
