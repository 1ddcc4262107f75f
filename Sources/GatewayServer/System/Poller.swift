internal import CLinux
internal import Glibc

/// Reports which of many descriptors have events: Linux's epoll.
struct Poller {
    /// Readable while an event can be taken.
    let descriptor: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 256)

    /// Nil if no descriptors are left.
    init?() {
        descriptor = epoll_create1(clinux_EPOLL_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    /// `id` comes back with each event.
    func add(_ other: Int32, _ readiness: Readiness, id: UInt64) { Self.add(other, readiness, id: id, to: descriptor) }

    func change(_ other: Int32, _ readiness: Readiness, id: UInt64) {
        Self.change(other, readiness, id: id, in: descriptor)
    }

    // The same for code that has only the poller's descriptor.

    static func add(_ other: Int32, _ readiness: Readiness, id: UInt64, to poller: Int32) {
        _ = clinux_epoll_add(poller, other, readiness.rawValue, id)
    }

    static func change(_ other: Int32, _ readiness: Readiness, id: UInt64, in poller: Int32) {
        let result = clinux_epoll_modify(poller, other, readiness.rawValue, id)
        // If another file was duplicated onto the descriptor, the change is lost.
        assert(result == 0, "nothing is watched under this number")
    }

    static func remove(_ other: Int32, from poller: Int32) { _ = clinux_epoll_remove(poller, other) }

    /// Takes the events that have happened, without waiting, and returns how many there are.
    mutating func take() -> Int { max(0, Int(epoll_wait(descriptor, &events, Int32(events.count), 0))) }

    subscript(index: Int) -> (id: UInt64, readiness: Readiness) {
        (events[index].data.u64, Readiness(rawValue: events[index].events))
    }

    func close() { Glibc.close(descriptor) }
}
