internal import CLinux
internal import Glibc

/// What the machine and its kernel have for us, beside sockets.
enum Machine {
    /// Cores that this process may use, at least 1.
    static var usableCores: Int { max(1, Int(clinux_usable_cores())) }

    /// Lets the process have as many descriptors as it may; how many that are.
    @discardableResult
    static func raiseDescriptorLimit() -> Int {
        let limit = clinux_raise_descriptor_limit()
        // -1: no limit, or none that is known.
        return limit < 0 ? .max : Int(limit)
    }

    /// The number of a file that swallows what is written and has nothing to read; below 0 where there is no number left.
    static func openNullDevice() -> Int32 { clinux_open("/dev/null", O_RDWR, 0) }

    /// Two sockets that are each other's peer; nil where there are no numbers left.
    static func socketPair() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        let kind = clinux_SOCK_STREAM | clinux_SOCK_NONBLOCK | clinux_SOCK_CLOEXEC
        return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
    }

    static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    /// Sleeps until there is something to read, at most so many milliseconds, or for as long as nothing happens: -1.
    static func sleep(untilReadable descriptor: Int32, milliseconds: Int32) {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&poller, 1, milliseconds)
    }

    /// Whether there is something to read right now.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, 0) == 1
    }

    /// What the last call of this thread that failed has to say.
    static var lastError: String { String(cString: strerror(errno)) }
}
