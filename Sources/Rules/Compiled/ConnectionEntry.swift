public import Wire

/// An entry of a scenario's `connections`: what becomes of the connections to a port of its own, or of the port itself.
public enum ConnectionEntry: Sendable {
    /// So many accepted connections; the last entry stays.
    case connection(ConnectionPlan, times: Int)
    /// The port is in this state for so long, from its opening or from the last connection of the entry before; nil until the
    /// control API opens it. `failure`: the name of that.
    case port(PortState, for: Nanoseconds?, failure: String)

    /// The name of the failure that it is; nil for none.
    public var failure: String? {
        switch self {
        case .connection(let plan, _): plan.failure
        case .port(_, _, let failure): failure
        }
    }
}
