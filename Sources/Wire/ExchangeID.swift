/// Identifies one exchange within the lifetime of a server, for timers, feeds and messages from other threads.
public struct ExchangeID: Sendable, Hashable {
    /// Unique within the lifetime of the server.
    public var connection: UInt64
    /// The number of the exchange within its connection; in HTTP/1 they are counted from 1.
    public var stream: UInt64

    public init(connection: UInt64, stream: UInt64) {
        self.connection = connection
        self.stream = stream
    }
}
