/// Decides what requests get: the only thing that the server knows of scenarios.
public protocol Responder: Sendable {
    /// The responder's part on one shard, whose thread is the only one that calls it.
    func lane(shard: Int) -> any Lane
}

/// A responder's side of one shard. Every method is called on that shard's thread.
public protocol Lane: AnyObject {
    /// Called when the head is complete and, after `.needsBody`, again when the body is.
    func decide(_ exchange: Exchange) -> Decision
    /// The delay of the plan is over, and the answer begins.
    func delayIsOver(_ exchange: Exchange)
    /// The answer is out, or never will be. `exchange.outcome` says which.
    func ended(_ exchange: Exchange)
    /// libmicrohttpd refused a request by itself and the responder never saw it.
    func refused(connection: UInt64, status: Int, at arrivedAt: Int64)
}

extension Lane {
    public func delayIsOver(_ exchange: Exchange) {}
}

public enum Decision: Sendable {
    case plan(WirePlan)
    /// Not before the body is complete.
    case needsBody
    /// Through the exchange's feed, from any thread.
    case later
}

/// Answers an exchange bit by bit, from any thread.
///
/// Parts are written in the order in which they are sent; those that come after the last one, or after
/// the peer has gone, are dropped.
public struct Feed: Sendable {
    private let deliver: @Sendable (WireScript, Bool) -> Void

    public init(deliver: @escaping @Sendable (WireScript, Bool) -> Void) { self.deliver = deliver }

    /// Actions to be written after those that were sent before.
    public func append(_ actions: [WireAction]) {
        deliver(WireScript(actions: actions, ending: .hold), false)
    }

    /// The last part, or the whole answer.
    public func finish(_ script: WireScript) { deliver(script, true) }
}

/// Hears what becomes of a fed answer. The two always come as a pair: who writes must know both.
public protocol FeedObserver: AnyObject {
    /// All that was appended so far has been handed to the kernel.
    func drained(_ exchange: Exchange)
    func peerGone(_ exchange: Exchange)
}
