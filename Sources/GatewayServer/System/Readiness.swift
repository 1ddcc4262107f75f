internal import CLinux

/// What happens to a descriptor, or is waited for.
struct Readiness: OptionSet {
    let rawValue: UInt32

    static var readable: Readiness { Readiness(rawValue: clinux_EPOLLIN) }
    static var writable: Readiness { Readiness(rawValue: clinux_EPOLLOUT) }
    /// The peer sends no more: a FIN came.
    static var peerFinished: Readiness { Readiness(rawValue: clinux_EPOLLRDHUP) }
    /// A reset came, or both sides are shut. Told without being asked for.
    static var over: Readiness { Readiness(rawValue: clinux_EPOLLHUP | clinux_EPOLLERR) }
    /// Told once for each change, and not for as long as it is so.
    static var onChange: Readiness { Readiness(rawValue: clinux_EPOLLET) }

    /// Whether any of them is so.
    func has(any others: Readiness) -> Bool { rawValue & others.rawValue != 0 }
}
