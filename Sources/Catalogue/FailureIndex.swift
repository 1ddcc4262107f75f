/// All failures by name: what scenario files, `fail/…` routes and `explain` look names up in.
public struct FailureIndex: Sendable {
    /// In the order in which they are listed.
    public let failures: [Failure]
    private let byName: [String: Int]

    public init(_ failures: [Failure]) {
        self.failures = failures
        byName = Dictionary(
            failures.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Every failure that this version knows.
    public static let all = FailureIndex(HTTPFailures.all + TCPFailures.all)

    /// The failure of that name; `http/status/…` has one for each status.
    public subscript(name: String) -> Failure? {
        if let index = byName[name] { return failures[index] }
        return HTTPFailures.status(named: name)
    }

    public var names: [String] { failures.map(\.name) }
}
