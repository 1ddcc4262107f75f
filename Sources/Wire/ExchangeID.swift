/// Names one exchange among all that a server ever has: what timers, feeds and messages from other threads address.
public struct ExchangeID: Sendable, Hashable {
    /// Unique within the life of the server.
    public var connection: UInt64
    /// Which of the connection's exchanges: on HTTP/1 the first is 1, and each comes behind the one before it.
    public var stream: UInt64

    public init(connection: UInt64, stream: UInt64) {
        self.connection = connection
        self.stream = stream
    }
}
