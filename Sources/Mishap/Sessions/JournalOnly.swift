internal import Rules
internal import Synchronization

/// A session without a scenario, for the journal of what belongs to no scenario. A reset puts a new one in its place.
final class JournalOnly: Sendable {
    private let owned: Mutex<Session>
    /// Address of the session, for the shards.
    private let address: Atomic<UInt>

    init(_ name: String, shardCount: Int) {
        let setup = SessionSetup(scenario: .empty(name), hasScenario: false)
        let session = Session(setup, shardCount: shardCount)
        owned = Mutex(session)
        address = Atomic(Self.address(of: session))
    }

    /// On any thread.
    var current: Session { owned.withLock { $0 } }

    /// The same without a lock: on a shard's thread, for the current request only.
    var onShard: Session {
        Unmanaged<Session>.fromOpaque(UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))!)
            .takeUnretainedValue()
    }

    /// Puts another session in the place of this one. Returns the old one, which shards may still be using; nil if it is
    /// not there any more.
    func replace(_ session: Session, by new: (Session) -> Session) -> Session? {
        owned.withLock { owned in
            guard owned === session else { return nil }
            owned = new(session)
            address.store(Self.address(of: owned), ordering: .releasing)
            return session
        }
    }

    private static func address(of session: Session) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(session).toOpaque())
    }
}
