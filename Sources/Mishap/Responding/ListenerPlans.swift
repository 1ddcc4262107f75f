internal import Synchronization
internal import Wire

/// How the connections of each added listener are treated. A scenario with a port of its own will set it from its
/// `connections`, and nothing does yet. The server's own listener, which all scenarios share, is always served.
final class ListenerPlans: Sendable {
    private let plans = Mutex<[UInt32: ConnectionPlan]>([:])

    /// For all connections that the listener accepts from now on. Open connections keep what they began with.
    func set(_ plan: ConnectionPlan, for listener: UInt32) { plans.withLock { $0[listener] = plan } }

    func plan(for connection: ConnectionInfo) -> ConnectionPlan {
        guard connection.listener != 0 else { return .serve }
        return plans.withLock { $0[connection.listener] } ?? .serve
    }
}
