internal import CLinux
internal import Glibc

/// Wakes a thread that sleeps in a poller, by Linux's eventfd.
struct WakeUp: Sendable {
    /// Readable from a signal until it is taken.
    let descriptor: Int32

    init() { descriptor = eventfd(0, clinux_EFD_CLOEXEC | clinux_EFD_NONBLOCK) }

    var isThere: Bool { descriptor >= 0 }

    func signal() { _ = clinux_eventfd_signal(descriptor) }
    func take() { _ = clinux_counter_take(descriptor) }
    func close() { Glibc.close(descriptor) }
}
