internal import Synchronization
internal import Wire

/// A lane that has its shard's part of each session's journal.
protocol JournalKeeper: Lane {
    /// As it is now, what is in flight included.
    func snapshot(of session: Session) -> JournalSnapshot
}

extension Lanes {
    /// Gathers every shard's part of a journal, and waits for none: `complete` is called with all of them, on the thread of
    /// whoever is last.
    func gatherJournal(of session: Session, _ complete: @escaping @Sendable ([JournalSnapshot]) -> Void) {
        let gathering = Gathering()
        let count = visit { lane in
            if let lane = lane as? any JournalKeeper { gathering.add(lane.snapshot(of: session)) }
        }
        gathering.whenComplete(count, complete)
    }
}

/// Collects the parts of all shards, whichever comes first: they or the word how many there are.
private final class Gathering: Sendable {
    private struct State {
        var parts: [JournalSnapshot] = []
        var wanted: Int?
        var complete: (@Sendable ([JournalSnapshot]) -> Void)?
    }
    private let state = Mutex(State())

    func add(_ part: JournalSnapshot) { update { $0.parts.append(part) } }

    func whenComplete(_ count: Int, _ work: @escaping @Sendable ([JournalSnapshot]) -> Void) {
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
