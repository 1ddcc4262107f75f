/// Who may use the control API. `health` and `fail/…` answer everybody.
public enum ControlAccess: String, Sendable, Hashable, CaseIterable {
    /// Only clients on this machine, by their address.
    case loopback
    case any
    case off
}
