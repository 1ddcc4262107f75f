import Foundation
import MishapEmbedding
import TestSupport
import Testing

/// The library `Mishap`, as suites use it that have a gateway in their process.
@Suite(.descriptors) struct EmbeddingTests {
    private static let orders =
        #"{ "match": { "method": "POST", "path": "/orders" }, "steps": [ { "fail": 503 }, { "reply": { "status": 201, "json": { "id": 7 } } } ] }"#

    /// The status and the body of an answer.
    private static func post(_ url: String, _ body: String) throws -> (status: Int?, body: String) {
        let parts = try #require(URLComponents(string: url))
        let connection = try RawConnection(port: UInt16(parts.port ?? 0))
        connection.send(
            "POST \(parts.path) HTTP/1.1\r\nHost: x\r\nIdempotency-Key: k\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        let answer = connection.receiveResponse()
        return (answer.status, answer.body)
    }

    /// As `docs/testing.md` shows it.
    @Test func whatThePageShows() async throws {
        func order(_ url: String) async throws -> Int? {
            while true {
                let status = try Self.post(url + "/orders", "{}").status
                if status != 503 { return status }
            }
        }
        let gateway = try await Gateway.start()
        let session = try await gateway.session(scenario: #"{ "rules": [] }"#)
        try await session.put(
            "orders",
            #"{ "match": { "path": "/orders" }, "steps": [ { "fail": 503 }, { "reply": { "status": 201 } } ] }"#)
        try await session.expect(#"{ "rule": "orders", "requests": 2 }"#)
        #expect(try await order(session.url) == 201)
        let verdict = try await session.end()
        #expect(verdict.outcome == .passed, "\(verdict.text)")
        gateway.stop()
    }

    @Test func aClientIsJudged() async throws {
        let gateway = try await Gateway.start()
        defer { gateway.stop() }
        let session = try await gateway.session(scenario: #"{ "rules": [] }"#, label: "orders")
        try await session.put("POST /orders", Self.orders)
        try await session.expect(#"{ "rule": "POST /orders", "requests": 2, "same": ["headers.Idempotency-Key"] }"#)
        #expect(session.url == "\(gateway.url)/@\(session.id)")
        #expect(try await session.verdict().outcome == .failed)
        #expect(try Self.post(session.url + "/orders", "a").status == 503)
        #expect(try Self.post(session.url + "/orders", "b").body == #"{"id":7}"#)
        let requests = try await session.requests()
        #expect(requests.map(\.body) == ["a", "b"] && requests.map(\.status) == [503, 201])
        #expect(requests.map(\.failure) == ["http/status/503", nil] && requests.map(\.number) == [1, 2])
        #expect(requests[0].headers.contains { $0.name == "Idempotency-Key" && $0.value == "k" })
        #expect(requests[0].target == "/orders" && requests[0].rule == "POST /orders" && requests[0].method == "POST")
        let verdict = try await session.end()
        #expect(verdict.outcome == .passed && verdict.items.count == 1 && verdict.unmatched == 0)
        #expect(
            verdict.text.contains("2 requests came") && verdict.text.contains("POST /orders: rule"), "\(verdict.text)")
        // It is gone; the verdict is kept for a while.
        await #expect(throws: GatewayCallError.self) { try await session.requests() }
        #expect(try await session.end().outcome == .passed)
    }

    @Test func whatIsExpectedInVainIsTold() async throws {
        let gateway = try await Gateway.start(
            scenario: #"{ "rules": [ { "name": "all", "match": { "path": "/a" }, "reply": {} } ] }"#)
        defer { gateway.stop() }
        #expect(gateway.scenarioNames == ["given"])
        let session = try await gateway.session(expect: #"{ "name": "twice", "rule": "all", "requests": 2 }"#)
        #expect(try Self.post(session.url + "/a?x=1", "").status == 200)
        #expect(try Self.post(session.url + "/b", "").status == 404)
        let verdict = try await session.end()
        #expect(verdict.outcome == .failed && verdict.unmatched == 1)
        #expect(
            verdict.items == [
                .init(title: "twice", outcome: .failed, reason: "1 request came (entry 1); 2 requests were expected")
            ])
        #expect(verdict.text.hasPrefix("failed\nfailed: twice: 1 request came"), "\(verdict.text)")
    }

    @Test func itBeginsAnew() async throws {
        let gateway = try await Gateway.start(
            scenario: #"{ "rules": [ { "steps": [ { "fail": 503 }, { "reply": {} } ] } ] }"#)
        defer { gateway.stop() }
        let session = try await gateway.session()
        try await session.enqueue(#"{ "fail": 500 }"#)
        #expect(try Self.post(session.url + "/", "").status == 503)
        try await session.reset()
        #expect(try await session.requests().isEmpty)
        #expect(try Self.post(session.url + "/", "").status == 503)
        // The default session is that of the scenario.
        #expect(try Self.post(gateway.url + "/", "").status == 503)
        #expect(try await gateway.call("GET", "sessions/default").text.contains("\"hits\": 1"))
        #expect(try await session.verdict().outcome == nil)
    }

    /// Longer than a part of it.
    @Test func aLongJournalIsThereAsAWhole() async throws {
        let gateway = try await Gateway.start(scenario: #"{ "rules": [ { "reply": {} } ] }"#)
        defer { gateway.stop() }
        let session = try await gateway.session()
        let body = String(repeating: "x", count: 10_000)
        for _ in 0..<60 { _ = try Self.post(session.url + "/", body) }
        let requests = try await session.requests()
        #expect(requests.map(\.number) == Array(1...60) && requests.allSatisfy { $0.body == body })
    }

    @Test func whatIsWrongIsTold() async throws {
        await #expect { try await Gateway.start(scenario: #"{ "rules": [ { "fail": "tcp/rest" } ] }"#) } throws: {
            error in
            "\(error)".contains(#"scenario:1:24: error: unknown failure "tcp/rest"; did you mean "tcp/reset"?"#)
        }
        await #expect { try await Gateway.start(paths: ["/nowhere/at/all"]) } throws: {
            "\($0)".contains("/nowhere/at/all")
        }
        let gateway = try await Gateway.start()
        let session = try await gateway.session(scenario: #"{ "rules": [] }"#)
        await #expect { try await session.put("a", #"{ "repyl": {} }"#) } throws: { error in
            guard let error = error as? GatewayCallError else { return false }
            return error.status == 422 && error.message.contains(#"did you mean "reply"?"#)
                && error.message.contains("^")
        }
        await #expect { try await gateway.session(named: "none") } throws: {
            "\($0)" == #"there is no scenario "none""#
        }
        await #expect { try await gateway.call("GET", "nothing") } throws: { ($0 as? GatewayCallError)?.status == 404 }
        await #expect { try await gateway.call("GET", "fail/tcp/reset") } throws: {
            ($0 as? GatewayCallError)?.status == 404
        }
        gateway.stop()
        await #expect { try await session.requests() } throws: { "\($0)" == "the gateway was stopped" }
    }

    /// What would answer them is gone by then.
    @Test func callsThatWaitEndWithTheGateway() async throws {
        for _ in 0..<20 {
            let gateway = try await Gateway.start()
            let session = try await gateway.session(
                scenario:
                    #"{ "rules": [ { "name": "a", "reply": {} } ], "expect": [ { "rule": "a", "requests": 1 } ] }"#)
            let waiting = [
                Task { try await session.verdict(settle: .seconds(30)) },
                Task { try await session.end(settle: .seconds(30)) },
                Task { try await session.verdict() },
            ]
            await Task.yield()
            gateway.stop()
            for task in waiting { _ = await task.result }
        }
    }

    @Test func aCallEndsWithItsTask() async throws {
        let gateway = try await Gateway.start()
        defer { gateway.stop() }
        let session = try await gateway.session(
            scenario: #"{ "rules": [ { "name": "a", "reply": {} } ], "expect": [ { "rule": "a", "requests": 1 } ] }"#)
        let started = ContinuousClock.now
        let waiting = Task { try await session.call("GET", "verdict?wait=50s") }
        waiting.cancel()
        await #expect { try await waiting.value } throws: { "\($0)" == "the call was cancelled" }
        // The session of a cancelled test ends all the same.
        let ending = Task { try await session.end() }
        ending.cancel()
        #expect(try await ending.value.outcome == .failed)
        #expect(ContinuousClock.now - started < .seconds(30))
    }

    /// A token that clients from elsewhere need is not asked of the process itself.
    @Test func aTokenIsItsOwn() async throws {
        var configuration = GatewayConfiguration.embedded
        configuration.token = "secret"
        let gateway = try await Gateway.start(configuration)
        defer { gateway.stop() }
        #expect(try await gateway.session(scenario: #"{ "rules": [] }"#).id.hasPrefix("~"))
    }

    @Test func parallelTestsShareNothing() async throws {
        let gateway = try await Gateway.start()
        defer { gateway.stop() }
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let session = try await gateway.session(scenario: #"{ "rules": [] }"#)
                    try await session.put("a", #"{ "match": { "path": "/a" }, "reply": { "text": "\#(number)" } }"#)
                    try await session.expect(#"{ "rule": "a", "requests": 1 }"#)
                    let answer = try await aside { try Self.post(session.url + "/a", "") }
                    #expect(answer.body == "\(number)")
                    #expect(try await session.end().outcome == .passed)
                }
            }
            try await group.waitForAll()
        }
    }
}
