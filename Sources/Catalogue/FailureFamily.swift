/// Failures that stand behind a number: there is one for each, so that no list has them all.
public struct FailureFamily: Sendable {
    /// A regular expression for what stands behind the system's name and its `/`.
    public let pattern: String
    /// One of them, for all that does not depend on the number.
    public let member: Failure

    /// All but the number: `http/status/`.
    public let prefix: String
    /// Whether its numbers can stand alone in their system.
    public let isOfNumbers: Bool

    public init(pattern: String, member: Failure, prefix: String, isOfNumbers: Bool) {
        self.pattern = pattern
        self.member = member
        self.prefix = prefix
        self.isOfNumbers = isOfNumbers
    }
}
