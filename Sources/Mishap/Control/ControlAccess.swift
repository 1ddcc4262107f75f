/// Who may use the control API. `health` and `fail/…` answer everybody.
public enum ControlAccess: String, Sendable, Hashable, CaseIterable {
    /// Requests from this machine.
    case loopback
    case any
    case off
}
