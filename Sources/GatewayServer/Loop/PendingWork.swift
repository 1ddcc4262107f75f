internal import Synchronization
internal import Wire

/// Work that was asked for and is not begun yet. Taken back where its exchange ends before, so that what it holds, a
/// snapshot of the body for one, is freed at once.
final class PendingWork: Sendable {
    private let work: Mutex<Work?>

    init(_ work: Work) { self.work = Mutex(work) }

    /// Takes it back.
    func drop() { _ = take() }

    /// Nil where it was taken back or begun before.
    func take() -> Work? {
        work.withLock { work in
            defer { work = nil }
            return work
        }
    }
}
