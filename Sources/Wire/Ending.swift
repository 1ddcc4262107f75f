/// How an exchange ends, and whether its connection ends with it.
public struct Ending: Sendable, Hashable {
    public enum Act: String, Sendable, Hashable {
        /// An orderly end: all bytes delivered; with the connection, a FIN.
        case finish
        /// An RST: the client sees ECONNRESET once it has read what came before.
        case reset
        /// Silence: the connection stays open and nothing more is said until the peer goes.
        case hold
    }
    public enum Scope: String, Sendable, Hashable {
        /// Only this exchange; where connections carry one at a time, a reset takes the connection too.
        case exchange
        case connection
    }

    public var act: Act
    public var scope: Scope

    public init(_ act: Act, _ scope: Scope = .connection) {
        self.act = act
        self.scope = scope
    }

    /// The response is complete and the connection lives on.
    public static let complete = Ending(.finish, .exchange)
    public static let close = Ending(.finish, .connection)
    public static let reset = Ending(.reset, .connection)
    public static let hold = Ending(.hold, .connection)
}
