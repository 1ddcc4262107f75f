/// How the body of a request is read if the plan was decided at its head.
public enum Upload: Sendable, Hashable {
    /// The body is read to its end, then the plan begins.
    case read
    /// As `read`, but `Expect: 100-continue` is never answered with a 100.
    case readWithoutContinue
    /// The plan begins after this many bytes of the body; nothing more is read.
    case interrupt(after: Int)
}
