/// How an exchange ends, and whether the connection ends with it.
public struct Ending: Sendable, Hashable {
    public enum Act: String, Sendable, Hashable {
        /// An orderly end: all bytes are delivered. If the connection ends too, it is closed with a FIN.
        case finish
        /// An RST: the client sees ECONNRESET once it has read what came before.
        case reset
        /// A stall: the connection stays open and nothing more is sent until the peer closes it.
        case hold
    }
    public enum Scope: String, Sendable, Hashable {
        /// Only this exchange. In HTTP/1, where a connection carries one at a time, a reset ends the connection too.
        case exchange
        case connection
    }

    public var act: Act
    public var scope: Scope

    public init(_ act: Act, _ scope: Scope = .connection) {
        self.act = act
        self.scope = scope
    }

    /// The response is complete and the connection is kept.
    public static let complete = Ending(.finish, .exchange)
    public static let close = Ending(.finish, .connection)
    public static let reset = Ending(.reset, .connection)
    public static let hold = Ending(.hold, .connection)
}
