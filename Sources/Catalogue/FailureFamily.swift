/// Failures that stand behind a number: there is one for each, so that no list has them all.
public struct FailureFamily: Sendable {
    /// A regular expression for what stands behind the system's name and its `/`.
    public let pattern: String
    /// One of them, for all that does not depend on the number.
    public let member: Failure

    /// All but the number: `http/status/`.
    public let prefix: String

    /// Those of `FailureIndex.subscript`.
    public static let all = [
        FailureFamily(pattern: "[1-9][0-9]{2}", member: .status(503), prefix: "http/status/"),
        FailureFamily(pattern: "(0|-?[1-9][0-9]*)", member: .jsonrpc(-32000), prefix: "jsonrpc/"),
    ]
}
