internal import CLinux

/// Events of a descriptor: those that are watched, or those that have happened.
struct Readiness: OptionSet {
    let rawValue: UInt32

    static var readable: Readiness { Readiness(rawValue: clinux_EPOLLIN) }
    static var writable: Readiness { Readiness(rawValue: clinux_EPOLLOUT) }
    /// The peer sends no more: a FIN came.
    static var peerFinished: Readiness { Readiness(rawValue: clinux_EPOLLRDHUP) }
    /// A reset came, or both directions are shut down. Reported without being watched.
    static var over: Readiness { Readiness(rawValue: clinux_EPOLLHUP | clinux_EPOLLERR) }
    /// Edge-triggered: events are reported once for each change, and not for as long as they hold.
    static var onChange: Readiness { Readiness(rawValue: clinux_EPOLLET) }

    /// Whether at least one of these events is in the set.
    func has(any others: Readiness) -> Bool { rawValue & others.rawValue != 0 }
}
