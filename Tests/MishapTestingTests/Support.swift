import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import TestSupport
import Testing

@testable import MishapTesting

extension MishapGateway {
    /// The program of this package, with two scenarios.
    static let tested = MishapGateway.binary(
        Repository.program("mishap"),
        scenarios: [Repository.path("scenarios/tcp"), Repository.path("scenarios/recipes")])
}

/// The issues of a test that would have this trait and do this, which are none of the test that asks. Its error is one
/// too.
func issues(
    _ trait: MishapTrait = .mishap, of body: @escaping @Sendable () async throws -> Void
) async throws -> [Issue] {
    let test = try #require(Test.current)
    let testCase = Test.Case.current
    let found = Locked<[Issue]>([])
    let catching = IssueHandlingTrait.compactMapIssues { issue in
        found.withLock { $0.append(issue) }
        return nil
    }
    try await catching.provideScope(for: test, testCase: testCase) {
        do {
            try await trait.provideScope(for: test, testCase: testCase, performing: body)
        } catch {
            Issue.record(error)
        }
    }
    return found.withLock { $0 }
}

extension Issue {
    var message: String { error.map { "\($0)" } ?? comments.map(\.rawValue).joined(separator: "\n") }
}

extension String {
    /// Without what differs from run to run.
    var normalised: String {
        replacing(/[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}/, with: "TIME").replacing(/[0-9.]+ ms/, with: "N ms")
            .replacing(/~[0-9a-z]+/, with: "~ID")
    }
}

/// One request, on a connection of its own.
@discardableResult
func fetch(_ url: URL, method: String = "GET", body: String? = nil, headers: [String: String] = [:]) async throws -> (
    status: Int, body: Data
) {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
}
