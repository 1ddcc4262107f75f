internal import Synchronization
internal import Wire

/// A responder that keeps its shard's part of each session's journal.
protocol JournalKeeper: ShardResponder {
    /// The next records of the part at this moment, including exchanges in flight.
    func window(of session: Session, _ wanted: JournalWindow.Wanted) -> JournalWindow
}

extension ShardResponders {
    /// Gathers the windows of all shards without waiting: `complete` is called on the thread of the last one.
    func gatherJournal(
        of session: Session, _ wanted: JournalWindow.Wanted, _ complete: @escaping @Sendable ([JournalWindow]) -> Void
    ) {
        let gathering = Gathering()
        let count = visit { responder in
            if let responder = responder as? any JournalKeeper { gathering.add(responder.window(of: session, wanted)) }
        }
        gathering.whenComplete(count, complete)
    }
}

/// Collects the parts of all shards; the number of parts may become known before or after they arrive.
private final class Gathering: Sendable {
    private struct State {
        var parts: [JournalWindow] = []
        var wanted: Int?
        var complete: (@Sendable ([JournalWindow]) -> Void)?
    }
    private let state = Mutex(State())

    func add(_ part: JournalWindow) { update { $0.parts.append(part) } }

    func whenComplete(_ count: Int, _ work: @escaping @Sendable ([JournalWindow]) -> Void) {
        update {
            $0.wanted = count
            $0.complete = work
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let ready = state.withLock { state -> (@Sendable () -> Void)? in
            change(&state)
            guard let complete = state.complete, state.parts.count == state.wanted else { return nil }
            state.complete = nil
            let parts = state.parts
            return { complete(parts) }
        }
        ready?()
    }
}
