internal import CLinux
internal import Glibc

/// Calls to the operating system other than those on one socket.
enum Machine {
    /// Cores that this process may use, at least 1.
    static var usableCores: Int { max(1, Int(clinux_usable_cores())) }

    /// Raises the limit of open descriptors to the highest that the process may have, and returns it.
    @discardableResult
    static func raiseDescriptorLimit() -> Int {
        let limit = clinux_raise_descriptor_limit()
        // -1: no limit, or an unknown one.
        return limit < 0 ? .max : Int(limit)
    }

    /// A descriptor of /dev/null, which discards what is written and has nothing to read; below 0 if no descriptor is
    /// left.
    static func openNullDevice() -> Int32 { clinux_open("/dev/null", O_RDWR, 0) }

    /// Two Unix stream sockets that are connected to each other; nil if no descriptors are left.
    static func socketPair() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        let kind = clinux_SOCK_STREAM | clinux_SOCK_NONBLOCK | clinux_SOCK_CLOEXEC
        return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
    }

    static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    /// Lets other threads run that wait for this one's core.
    static func yield() { sched_yield() }

    /// Sleeps until there is something to read, at most `milliseconds`; -1: without a limit.
    static func sleep(untilReadable descriptor: Int32, milliseconds: Int32) {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&poller, 1, milliseconds)
    }

    /// Whether there is something to read right now.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, 0) == 1
    }

    /// The system's text for this thread's `errno`.
    static var lastError: String { String(cString: strerror(errno)) }
}
