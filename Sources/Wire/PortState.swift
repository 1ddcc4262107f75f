/// What the kernel does with connections to a port.
public enum PortState: String, Sendable, Hashable, CaseIterable {
    /// It completes them, and they are accepted.
    case open
    /// It refuses them (RST in answer to the SYN): clients get ECONNREFUSED.
    case refuse
    /// It answers nothing: clients wait, and try again by themselves for as long as they like.
    case connectTimeout = "connect-timeout"
}
