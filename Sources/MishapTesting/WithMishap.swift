import Foundation
import Testing

/// A session for as long as `body` runs, whose client is then judged: for XCTest, and for further sessions in one test.
/// Within `body` it is `Mishap.current` too. Throws `VerdictFailed`.
///
/// An error of `body` is thrown on, and the journal shown beside it; the client is not judged then, so that an error that the
/// test expects has to be caught within. The parameters are those of the trait `.mishap`.
public func withMishap(
    _ scenario: Scenario? = nil, seed: Int? = nil, settle: Duration? = nil, unmatched: Unmatched = .fail,
    variables: JSON.Members = [:], expect: [MishapExpectation] = [], bodies: String? = nil, clock: SessionClock? = nil,
    port: Int? = nil, label: String = #function, gateway: MishapGateway? = nil,
    isolation: isolated (any Actor)? = #isolation, _ body: (Mishap) async throws -> Void
) async throws {
    let mishap = try await Mishap.open(
        scenario, seed: seed, settle: settle, unmatched: unmatched, variables: variables, expect: expect,
        bodies: bodies,
        clock: clock, port: port, label: label, gateway: gateway)
    do {
        try await Mishap.$ofTask.withValue(mishap) { try await body(mishap) }
    } catch {
        let text = await mishap.lastWords()
        if !(error is any GatewayProblem), !Task.isCancelled {
            show(text, of: mishap, at: Test.current?.sourceLocation)
        }
        throw error
    }
    try await mishap.close()
}

extension Mishap {
    /// Ends it without a judgement: the journal, or why there is none.
    func lastWords() async -> String {
        do { return try await close(judging: false) } catch { return "\(error)" }
    }
}

/// Shows a journal beside what the test failed by itself: as a warning of the test, where there are such, and else on
/// standard error.
func show(_ journal: String, of mishap: Mishap, at location: SourceLocation?) {
    guard !journal.isEmpty else { return }
    let text = "\(mishap.id): \(journal)"
    #if compiler(>=6.3)
    if let location, Test.current != nil {
        Issue.record("\(text)", severity: .warning, sourceLocation: location)
        return
    }
    #endif
    FileHandle.standardError.write(Data("mishap: \(text)\n".utf8))
}
