/// What becomes of a request's body while a plan that was decided at the head waits for its turn.
public enum Upload: Sendable, Hashable {
    /// Read to its end, then the plan begins.
    case read
    /// As `read`, but `Expect: 100-continue` is never answered with a 100.
    case readWithoutContinue
    /// The plan begins once so many bytes of the body have come; nothing is read after that.
    case interrupt(after: Int)
}
