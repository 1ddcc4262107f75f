public import Wire

/// How long a step lasts.
public enum StepDuration: Sendable, Hashable {
    case times(UInt64)
    /// Time from its first hit.
    case lasting(Nanoseconds)
    case ever
}
