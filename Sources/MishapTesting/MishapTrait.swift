public import Testing

/// Gives each case of a test a session, `Mishap.current`, whose client is judged when the case has ended. That of a
/// test stands in for that of its suite.
public struct MishapTrait: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true
    let options: SessionOptions
    private let identity = Identity()

    private final class Identity: Sendable {}

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> MishapTrait? {
        guard testCase != nil, !test.isSuite else { return nil }
        let innermost = test.traits.last { $0 is MishapTrait } as? MishapTrait
        return innermost == nil || innermost?.identity === identity ? self : nil
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // The same trait stands around the test already, as one of its suite.
        guard Self.innermost !== identity else { return try await function() }
        try await Self.$innermost.withValue(identity) {
            try await provideSession(for: test, testCase: testCase, performing: function)
        }
    }

    @TaskLocal private static var innermost: Identity?

    private func provideSession(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        var options = options
        options.label = String(describing: test.id)
        let mishap = try await Mishap(MishapGateway.current.gateway(), options)
        let hasFailed = Locked(false)
        // Sees the issues of the test, and leaves them as they are.
        let watching = IssueHandlingTrait.compactMapIssues { issue in
            // One that nobody knows the test of comes to all of them, and to the runner itself.
            guard Test.current != nil else { return nil }
            #if compiler(>=6.3)
            guard issue.isFailure else { return issue }
            #endif
            hasFailed.withLock { $0 = true }
            return issue
        }
        do {
            try await watching.provideScope(for: test, testCase: testCase) {
                try await Mishap.$ofTask.withValue(mishap) { try await function() }
            }
        } catch {
            let text = await mishap.lastWords()
            // Those say what is wrong, and that is not the client. A test that is cancelled on purpose has not failed.
            let isSilent = error is any GatewayProblem || Task.isCancelled && test.timeLimit == nil
            if !isSilent { show(text, of: mishap, at: test.sourceLocation) }
            throw error
        }
        do {
            let text = try await mishap.close()
            if hasFailed.withLock({ $0 }) { show(text, of: mishap, at: test.sourceLocation) }
        } catch let error as VerdictFailed {
            Issue.record("\(error.description)", sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == MishapTrait {
    /// A session for each case of the test, with the rules that the test adds.
    public static var mishap: MishapTrait { MishapTrait(options: SessionOptions()) }

    /// A session of a scenario for each case of the test: `.mishap("graph/transient", seed: 7)`.
    ///
    /// - Parameters:
    ///   - scenario: The name of one of the gateway, a file, or a scenario as in a file.
    ///   - settle: The time without a request after which no more is expected; without it the client is judged at once.
    ///   - unmatched: `.allow` lets a request pass that nothing takes.
    ///   - bodies: How much of each body the journal keeps, such as `"1MiB"`.
    ///   - port: 0: a port of its own.
    public static func mishap(
        _ scenario: Scenario? = nil, seed: Int? = nil, settle: Duration? = nil, unmatched: Unmatched = .fail,
        variables: JSON.Members = [:], expect: [MishapExpectation] = [], bodies: String? = nil,
        clock: SessionClock? = nil,
        port: Int? = nil
    ) -> MishapTrait {
        MishapTrait(
            options: SessionOptions(
                scenario: scenario, seed: seed, settle: settle, unmatched: unmatched, variables: variables,
                expect: expect, bodies: bodies, clock: clock, port: port))
    }
}
