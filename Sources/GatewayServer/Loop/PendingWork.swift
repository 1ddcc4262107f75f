internal import Synchronization
internal import Wire

/// Work that was requested and has not begun yet. It is dropped if its exchange ends first, so that what it holds, such
/// as a snapshot of the body, is freed at once.
final class PendingWork: Sendable {
    private let work: Mutex<Work?>

    init(_ work: Work) { self.work = Mutex(work) }

    func drop() { _ = take() }

    /// The work; nil if it was dropped or begun before.
    func take() -> Work? {
        work.withLock { work in
            defer { work = nil }
            return work
        }
    }
}
