internal import Synchronization
package import Wire

/// Tells the state in which a port is to be at a time of the monotonic clock, and when that ends by itself; and whether its
/// connections are to take little before it is read (`isNarrow`), which stays so.
///
/// Asked on any thread: when the listener is added, after each connection that is accepted, when the state ends, and by
/// `Server.updateState`. It must not call the server, nor wait for a lock that is held while somebody calls it.
package typealias PortStates =
    @Sendable (Nanoseconds) -> (
        state: PortState, until: Nanoseconds?, isNarrow: Bool
    )

/// The port of an added listener: its sockets, all of them one shard's, and what the kernel does with connections to them.
///
/// Any thread may change that, until it is retired; afterwards only the shard uses the sockets, and closes them.
final class ListeningPort: Sendable {
    let number: UInt16
    let sockets: [ListeningSocket]
    /// Nil if it is always open.
    private let states: PortStates?
    /// Nil once it is retired.
    private let current: Mutex<PortState?>

    struct Update {
        var state: PortState
        var until: Nanoseconds?
        /// Why it is not in the state that was asked for.
        var failure: ListeningFailure?
    }

    /// Time until a change that has failed is tried again.
    private static let retry: Nanoseconds = 100_000_000

    /// Binds its sockets and listens, in the state that it is to have at this time. If this throws, nothing listens.
    init(host: String, port: UInt16, _ states: PortStates?, at now: Nanoseconds) throws(ListeningFailure) {
        let isOpen = states.map { $0(now).state == .open } ?? true
        let group = try ListeningGroup(host: host, port: port, shards: 1, isSilent: !isOpen)
        number = group.port
        sockets = group.shards[0]
        self.states = states
        current = Mutex(isOpen ? .open : .connectTimeout)
        if let failure = update(at: now)?.failure {
            group.close()
            throw failure
        }
    }

    /// Changes the state to the one that is asked for. Nil if it is retired.
    func update(at now: Nanoseconds) -> Update? {
        guard let states else { return current.withLock { $0.map { Update(state: $0) } } }
        return current.withLock { current in
            guard let old = current else { return nil }
            let (state, until, isNarrow) = states(now)
            if isNarrow { for socket in sockets { socket.narrow() } }
            var update = Update(state: state, until: until)
            do throws(ListeningFailure) {
                try change(from: old, to: state)
            } catch {
                update = Update(state: old, until: min(until ?? .max, now + Self.retry), failure: error)
            }
            current = update.state
            return update
        }
    }

    private func change(from old: PortState, to new: PortState) throws(ListeningFailure) {
        for (index, socket) in sockets.enumerated() {
            do throws(ListeningFailure) {
                try socket.change(from: old, to: new)
            } catch {
                for changed in sockets[..<index] { try? changed.change(from: new, to: old) }
                throw error
            }
        }
    }

    /// Refuses connections from now on, and resets those that wait to be accepted. Another listener can have the port.
    func retire() {
        current.withLock { current in
            guard current != nil else { return }
            for socket in sockets { socket.giveUpPort() }
            current = nil
        }
    }

    func close() { for socket in sockets { socket.close() } }
}
