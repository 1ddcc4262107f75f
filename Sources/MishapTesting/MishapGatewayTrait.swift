public import Testing

/// Says which gateway the tests of a suite use.
public struct MishapGatewayTrait: TestTrait, SuiteTrait, TestScoping {
    let gateway: MishapGateway

    /// Around the whole suite, or all cases of a test: so it stands around `.mishap`, in whichever order the two are
    /// written.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> MishapGatewayTrait? {
        testCase == nil ? self : nil
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await MishapGateway.$current.withValue(gateway) { try await function() }
    }
}

extension Trait where Self == MishapGatewayTrait {
    /// The gateway for the tests of a suite: `.mishapGateway(.url("http://127.0.0.1:8080"))`. Without it they use
    /// `.environment`.
    public static func mishapGateway(_ gateway: MishapGateway) -> MishapGatewayTrait {
        MishapGatewayTrait(gateway: gateway)
    }
}
