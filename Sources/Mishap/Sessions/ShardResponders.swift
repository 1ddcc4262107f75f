internal import Synchronization
internal import Wire

/// Runs work with each shard's responder, on that shard's thread.
final class ShardResponders: Sendable {
    /// A struct, since a `Mutex` of the closure itself would wrap it once more whenever it is locked, until a call of
    /// it overflowed the stack.
    private struct Caller {
        var visit: @Sendable (@escaping @Sendable (any ShardResponder) -> Void) -> Int
        var countConnections: @Sendable () -> (open: Int, held: Int) = { (0, 0) }
        var isConnected = false
        /// What was to be released before that.
        var unused: [any AnyObject & Sendable] = []
    }

    private let caller = Mutex(Caller(visit: { _ in 0 }))

    /// Sets the function that sends work to all responders and returns their number, and the one that counts connections.
    func connect(
        _ visit: @escaping @Sendable (@escaping @Sendable (any ShardResponder) -> Void) -> Int,
        countConnections: @escaping @Sendable () -> (open: Int, held: Int) = { (0, 0) }
    ) {
        let unused = caller.withLock { caller in
            caller.visit = visit
            caller.countConnections = countConnections
            caller.isConnected = true
            defer { caller.unused = [] }
            return caller.unused
        }
        release(unused)
    }

    /// Connections that are open, and those whose answer is held back.
    var connections: (open: Int, held: Int) {
        let caller = caller.withLock { $0 }
        return caller.countConnections()
    }

    /// Runs `work` with each responder, without waiting. Returns the number of responders; 0 before `connect`.
    @discardableResult
    func visit(_ work: @escaping @Sendable (any ShardResponder) -> Void) -> Int {
        let caller = caller.withLock { $0 }
        return caller.visit(work)
    }

    /// Releases objects that shards may be reading at this moment, once each shard has finished its current request.
    func release(_ unused: [any AnyObject & Sendable]) {
        guard !unused.isEmpty else { return }
        // The server may answer before it is connected.
        let isConnected = caller.withLock { caller in
            if !caller.isConnected { caller.unused += unused }
            return caller.isConnected
        }
        guard isConnected else { return }
        visit { _ in withExtendedLifetime(unused) {} }
    }
}
