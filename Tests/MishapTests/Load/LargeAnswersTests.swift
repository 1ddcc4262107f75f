import Foundation
import TestSupport
import Testing

/// Answers without an end in sight, beside which everybody else is answered.
@Suite(.descriptors)
struct LargeAnswersTests {
    private static let rules = #"""
        { "match": { "path": "/large" }, "steps": [{ "reply": { "size": "4GB" } }] },
        { "match": { "path": "/chunked" }, "steps": [{ "reply": { "size": "4GB", "framing": "chunked" } }] },
        { "steps": [{ "reply": { "text": "small" } }] }
        """#

    /// Eight times, so that each shard is asked. How soon is the machine's affair; that the others are not done by then
    /// is for the test to say.
    private func expectOthersAreAnswered(_ gateway: RunningGateway) throws {
        for _ in 0..<8 {
            let connection = try gateway.connect()
            connection.send(request("/__mishap/health"))
            #expect(connection.receiveResponse(within: .seconds(60)).status == 200)
        }
    }

    @Test(.descriptors(90), arguments: ["/large", "/chunked"])
    func quickReadersLeaveTimeForOthers(path: String) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let readers = try (0..<6).map { _ in
                try ChildProcess("curl", ["-s", "-o", "/dev/null", "-w", "%{size_download}", gateway.url + path])
            }
            try self.expectOthersAreAnswered(gateway)
            // They were still at it.
            for reader in readers { #expect(reader.isRunning) }
        }
    }

    private static let most = DescriptorBudget.shared.room(for: 600) / 3

    /// Each has three descriptors: the client's, the server's, and another one of that while it writes.
    @Test(.descriptors(3 * most + 42))
    func answersThatNobodyReadsLeaveTimeForOthers() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let crowd = try (0..<Self.most).map { _ in try gateway.connect() }
            for connection in crowd { connection.send(request("/large")) }
            try self.expectOthersAreAnswered(gateway)
            for connection in crowd { connection.close() }
        }
    }

    /// What waits for its turn comes whole and in order, also where a request is behind it.
    @Test func aLargeAnswerIsWholeAndTheNextRequestIsAnswered() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"""
                    { "match": { "path": "/large" }, "steps": [{ "reply": { "size": "3MB", "framing": "chunked" } }] },
                    { "steps": [{ "reply": { "text": "small" } }] }
                    """#)
            let connection = try gateway.connect()
            connection.send(request("/large") + request("/small"))
            let received = connection.receive(within: .seconds(60)) { bytes in
                bytes.suffix(5).elementsEqual("small".utf8)
            }
            #expect(received.bytes.suffix(5).elementsEqual("small".utf8))
            let end = Array("0\r\n\r\nHTTP/1.1 200 OK\r\n".utf8)
            #expect(received.bytes.count > 3_000_000)
            #expect(received.bytes.suffix(400).split(separator: end).count == 2)
        }
    }
}
