/// Failures that are parametrized by a number, such as `http/status/503`. The catalogue does not list them one by one.
public struct FailureFamily: Sendable {
    /// A regular expression for the code, without the system's name and its `/`. This and the member are made when they are
    /// asked for: only the schema needs them, and one pattern lists all codes that are not of the family.
    public var pattern: String { makePattern() }
    private let makePattern: @Sendable () -> String
    /// One member, for everything that does not depend on the number.
    public var member: Failure { makeMember() }
    private let makeMember: @Sendable () -> Failure

    /// The name without the number: `http/status/`.
    public let prefix: String
    /// Whether scenarios of its system may name a member by the number alone, as a JSON integer.
    public let isOfNumbers: Bool

    public init(
        pattern: @autoclosure @escaping @Sendable () -> String, member: @autoclosure @escaping @Sendable () -> Failure,
        prefix: String, isOfNumbers: Bool
    ) {
        makePattern = pattern
        makeMember = member
        self.prefix = prefix
        self.isOfNumbers = isOfNumbers
    }
}
