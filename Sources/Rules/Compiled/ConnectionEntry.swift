public import Wire

/// An entry of a scenario's `connections`: what becomes of the connections to a port of its own, or of the port itself.
public enum ConnectionEntry: Sendable {
    /// So many accepted connections, and none later than so long behind the first of them; the last entry stays.
    case connection(ConnectionPlan, times: Int, for: Nanoseconds? = nil)
    /// The port is in this state for so long, from its opening or from the last connection of the entry before; nil until the
    /// control API opens it. `failure`: the name of that.
    case port(PortState, for: Nanoseconds?, failure: String)

    /// How long it is in turn; nil for as long as it takes.
    public var time: Nanoseconds? {
        switch self {
        case .connection(_, _, let time): time
        case .port(_, let time, _): time
        }
    }

    /// The name of the failure that it is; nil for none.
    public var failure: String? {
        switch self {
        case .connection(let plan, _, _): plan.failure
        case .port(_, _, let failure): failure
        }
    }
}
