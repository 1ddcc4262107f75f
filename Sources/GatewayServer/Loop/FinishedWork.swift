internal import Synchronization
internal import Wire

/// The judgement of work that a worker has done, on its way to the shard.
///
/// What it holds, such as the JSON of a large body, may take long to free. So it can be freed on a worker thread if
/// nobody waits for it any more.
final class FinishedWork: Sendable {
    private let judgement: Mutex<Work.Completion?>

    init(_ judgement: @escaping Work.Completion) { self.judgement = Mutex(judgement) }

    /// The judgement; nil if it was taken before.
    func take() -> Work.Completion? {
        judgement.withLock { judgement in
            defer { judgement = nil }
            return judgement
        }
    }
}
