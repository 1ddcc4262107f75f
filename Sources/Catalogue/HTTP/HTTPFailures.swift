/// The failures that HTTP itself can have: a response that is wrong, late, or none at all.
enum HTTPFailures {
    static let all: [Failure] = [.timeout]

    /// `http/status/503` and its like: any status by its number.
    static func status(named name: String) -> Failure? { nil }
}
