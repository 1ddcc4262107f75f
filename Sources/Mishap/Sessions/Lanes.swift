internal import Synchronization
internal import Wire

/// The lanes of a gateway, to be visited on the threads of their shards.
final class Lanes: Sendable {
    /// A struct, since a `Mutex` of the closure itself would wrap it once more whenever it is locked, until a call of it
    /// overflowed the stack.
    private struct Caller {
        var visit: @Sendable (@escaping @Sendable (any Lane) -> Void) -> Int
    }

    private let caller = Mutex(Caller(visit: { _ in 0 }))

    /// From now on there are some: `visit` brings work to each of them, and says how many there are.
    func connect(_ visit: @escaping @Sendable (@escaping @Sendable (any Lane) -> Void) -> Int) {
        caller.withLock { $0.visit = visit }
    }

    /// Has each lane do this, one after the other or at once, and waits for none. How many there are; none before they are
    /// connected.
    @discardableResult
    func visit(_ work: @escaping @Sendable (any Lane) -> Void) -> Int {
        let caller = caller.withLock { $0 }
        return caller.visit(work)
    }

    /// Lets go of what a lane may be looking at right now, once each of them has done something else.
    func release(_ unused: [any AnyObject & Sendable]) {
        guard !unused.isEmpty else { return }
        visit { _ in withExtendedLifetime(unused) {} }
    }
}
