internal import Glibc
internal import Synchronization

/// Dropped sessions with documents, which a worker frees many at once.
///
/// If a shard freed them one by one, as new sessions take their places, the C library would give the pieces of each store
/// to the next new session, and a page of memory cannot be given back while it has one such piece: of 250 MB of documents
/// 80 MB would stay. The pieces of many sessions that another thread frees together join to whole pages.
final class DroppedStores: Sendable {
    private let sessions = Mutex<[PrivateSessions.Dropped]>([])
    private let byteCount = Atomic<Int>(0)

    /// Bytes of documents that are not freed yet.
    var bytes: Int { byteCount.load(ordering: .relaxed) }

    /// Returns true for the first one, for which `freeAll` must be called on another thread.
    func add(_ session: PrivateSessions.Dropped) -> Bool {
        sessions.withLock { sessions in
            sessions.append(session)
            byteCount.add(session.bytes, ordering: .relaxed)
            return sessions.count == 1
        }
    }

    /// Waits a moment for more, and frees all.
    func freeAll() {
        for _ in 0..<Self.mostSteps where bytes < Self.mostBytes { usleep(Self.step) }
        let (freed, count) = sessions.withLock { sessions in
            defer { sessions = [] }
            return (sessions, bytes)
        }
        _ = consume freed
        byteCount.subtract(count, ordering: .relaxed)
    }

    /// Microseconds.
    private static let step: UInt32 = 10_000
    private static let mostSteps = 20
    /// With so many, more are not waited for.
    private static let mostBytes = 16 << 20
}
