/// A rule that the gateway has.
public struct Rule: Sendable {
    private let mishap: Mishap
    /// As expectations and the journal name it.
    public let name: String

    init(_ mishap: Mishap, name: String) {
        self.mishap = mishap
        self.name = name
    }

    /// Expects this of the client, as in a scenario: `.requests(2)`, `.same(.body)`, `.honours("Retry-After")`. It is
    /// judged when the test has ended.
    public func expect(_ expectation: MishapExpectation...) async throws {
        try await mishap.expect(try MishapExpectation.json(of: expectation, about: about))
    }

    /// Judges the client now, and waits for the verdict for so long. Throws `VerdictFailed`.
    @discardableResult
    public func verify(
        _ expectation: MishapExpectation..., wait: Duration? = nil, settle: Duration? = nil
    ) async throws -> Verdict {
        try await mishap.verify(
            try MishapExpectation.json(of: expectation, about: about), wait: wait, settle: settle)
    }

    private var about: JSON.Members { ["rule": .string(name)] }

    /// How many requests it has taken.
    public var hits: Int { get async throws { try await mishap.hits(of: name) } }

    /// The requests that it has taken, in the order in which they came; calls of a batch are those of its request.
    public var requests: [MishapRequest] { get async throws { try await mishap.requests("&rule=\(name.asSegment)") } }
}

extension Rule: CustomStringConvertible {
    public var description: String { "Rule(\(name))" }
}
