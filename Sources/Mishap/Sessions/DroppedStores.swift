internal import Synchronization
internal import Wire

/// Dropped sessions with documents, which a worker frees many at once.
///
/// If a shard freed them one by one, as new sessions take their places, the C library would give the pieces of each store
/// to the next new session, and a page of memory cannot be given back while it has one such piece: of 250 MB of documents
/// 80 MB would stay. The pieces of many sessions that another thread frees together join to whole pages.
final class DroppedStores: Sendable {
    /// When `freeAll` is to be called.
    enum Call { case now, later }

    private struct State {
        var sessions: [PrivateSessions.Dropped] = []
        var bytes = 0
    }

    private let state = Mutex(State())

    /// How long the first one waits for others.
    static let patience: Nanoseconds = 200_000_000
    /// With so many bytes of documents, more are not waited for.
    private static let mostBytes = 16 << 20

    /// `freeAll` must be called on another thread, for the first one after `patience`; nil if it will be.
    func add(_ session: PrivateSessions.Dropped) -> Call? {
        state.withLock { state in
            state.sessions.append(session)
            let before = state.bytes
            state.bytes += session.bytes
            if before < Self.mostBytes, state.bytes >= Self.mostBytes { return .now }
            return state.sessions.count == 1 ? .later : nil
        }
    }

    func freeAll() {
        let freed = state.withLock { state in
            defer { state = State() }
            return state.sessions
        }
        _ = consume freed
    }
}
