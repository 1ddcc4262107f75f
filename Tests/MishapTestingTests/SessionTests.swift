import Foundation
import TestSupport
import Testing

@testable import MishapTesting

@Suite(.mishapGateway(.tested), .mishap("lost-payment")) struct SessionTests {
    private static let seen = Locked<Set<String>>([])

    @Test(.mishap, arguments: 1...8) func eachCaseHasASessionOfItsOwn(_ number: Int) async throws {
        let mishap = try #require(Mishap.current)
        let rule = try await mishap.get("/x").reply(200, .json(["n": JSON(number)])).add()
        let (_, body) = try await fetch(mishap.url.appending(path: "x"))
        #expect(try JSON(parsing: body) == ["n": JSON(number)])
        #expect(try await rule.hits == 1)
        #expect(Self.seen.withLock { $0.insert(mishap.id).inserted })
    }

    /// The suite's scenario expects a payment, which does not come here.
    @Test(.mishap) func theTraitOfATestStandsInForThatOfItsSuite() async throws {
        let mishap = try #require(Mishap.current)
        #expect(try await mishap.verify().outcome == .none)
    }

    @Test(.mishap) func twoTasksShareASession() async throws {
        let mishap = try #require(Mishap.current)
        let rule = try await mishap.any("/shared").reply(204).add()
        async let one = fetch(#require(Mishap.current).url.appending(path: "shared"))
        async let two = fetch(mishap.url.appending(path: "shared"))
        _ = try await (one, two)
        #expect(try await rule.hits == 2)
    }

    @Test(.mishap(["rules": [["match": ["path": "/a"], "reply": ["status": 202]]]], unmatched: .allow, port: 0))
    func aScenarioCanBeALiteral() async throws {
        let mishap = try #require(Mishap.current)
        #expect(try await fetch(mishap.url.appending(path: "a")).status == 202)
        #expect(try await fetch(mishap.url.appending(path: "b")).status == 404)
        #expect(try await mishap.unmatched.map(\.path) == ["/b"])
        #expect(try await mishap.requests.map(\.path) == ["/a", "/b"])
        #expect(mishap.port == mishap.url.port)
    }

    @Test(.mishap(.file(URL(filePath: Repository.path("scenarios/tcp/close.json"))))) func aScenarioCanBeAFile()
        async throws
    {
        let mishap = try #require(Mishap.current)
        await #expect(throws: (any Error).self) {
            try await fetch(mishap.url.appending(path: "x"), method: "POST", body: "x")
        }
        #expect(try await mishap.requests.first?.failure == "tcp/close")
        #expect(mishap.httpsURL?.scheme == "https")
    }

    @Test(
        .mishap(
            """
            {
              "variables": { "token": "t1" }, "clock": "manual",
              "rules": [{ "reply": { "text": "{{variables.token}}" } }]
            }
            """
        ))
    func variablesAndClock() async throws {
        let mishap = try #require(Mishap.current)
        #expect(try await mishap.variables == ["token": "t1"])
        try await mishap.setVariables(["token": "t2"])
        try await mishap.advanceClock(by: .seconds(30))
        #expect(try await fetch(mishap.url).body == Data("t2".utf8))
    }

    @Test(
        .mishap(
            ["variables": ["token": "t1"], "rules": [["reply": ["text": "{{variables.token}}"]]]], seed: 7,
            variables: ["token": "t9"], expect: [.match(.path("/a")), .requests(1)], bodies: "1MiB", clock: .manual))
    func whatASessionBeginsWith() async throws {
        let mishap = try #require(Mishap.current)
        #expect(try await fetch(mishap.url.appending(path: "a")).body == Data("t9".utf8))
        try await mishap.advanceClock(by: .seconds(1))
    }

    @Test(.mishap) func theRulesOfTheTestStandAboveAScenarioThatIsLoaded() async throws {
        let mishap = try #require(Mishap.current)
        let rule = try await mishap.any("/x").reply(201).add()
        try await rule.expect(.requests(1))
        try await mishap.load(["rules": [["match": ["path": "/x"], "reply": ["status": 200]], ["fail": 503]]])
        #expect(try await fetch(mishap.url.appending(path: "x")).status == 201)
        #expect(try await fetch(mishap.url.appending(path: "y")).status == 503)
        #expect(try await mishap.verify().outcome == .passed)
    }

    @Test(.mishap) func theQueueAnswersWhatNoRuleTakes() async throws {
        let mishap = try #require(Mishap.current)
        try await mishap.enqueue(.fail(.status(503)), .reply(200, .json([])))
        #expect(try await fetch(mishap.url.appending(path: "x")).status == 503)
        #expect(try await fetch(mishap.url.appending(path: "y")).body == Data("[]".utf8))
    }

    @Test(.mishap) func theCatalogueExplains() async throws {
        let mishap = try #require(Mishap.current)
        #expect(try await mishap.explain("tcp/reset")["name"]?.string == "tcp/reset")
    }

    @Test(.mishap) func aVerdictCanBeWaitedFor() async throws {
        let mishap = try #require(Mishap.current)
        let rule = try await mishap.any("/x").reply().add()
        async let later: Void = {
            try await Task.sleep(for: .milliseconds(50))
            try await fetch(mishap.url.appending(path: "x"))
        }()
        let verdict = try await rule.verify(.requests(atLeast: 1), wait: .seconds(30))
        #expect(verdict.isFinal && verdict.expectations.map(\.outcome) == [.passed])
        try await later
        let error = await #expect(throws: VerdictFailed.self) { try await rule.verify(.requests(3), .name("three")) }
        #expect(error?.description == "failed: three: 1 request came (entry 1); 3 requests were expected")
        #expect(error?.verdict.outcome == .failed)
    }
}

/// Two tests that share a session on purpose: whichever is the last judges.
struct SharedSessionTests {
    private static let session = Task { try await Mishap.open(unmatched: .allow, label: "shared", gateway: .tested) }
    private static let left = Locked(2)

    @Test func one() async throws { try await use() }
    @Test func two() async throws { try await use() }

    private func use() async throws {
        let mishap = try await Self.session.value
        try await fetch(mishap.url.appending(path: "x"))
        let isLast = Self.left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast {
            #expect(try await mishap.requests.count == 2)
            try await mishap.close()
            #expect(try await mishap.close() == "")
        }
    }
}
