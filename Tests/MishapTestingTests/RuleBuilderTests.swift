import Foundation
import Testing

@testable import MishapTesting

@Suite(.mishapGateway(.tested), .mishap) struct RuleBuilderTests {
    private let mishap: Mishap

    init() throws { mishap = try #require(Mishap.current) }

    @Test func theChainIsARuleOfTheFormat() async throws {
        let builder = mishap.post(
            "/orders", .query("page", "2"), .header("Accept", ["contains": "json"]), .json("/id", 7)
        )
        .fail(.resetMidBody(after: 4), .json(["id": 7, "a": [nil, true, 1.5]]), .header("ETag", "x"), .status(201))
        .fail(.status(503), .header("Retry-After", "1"), .json(["e": 1]), .times(2))
        .fail(.named("graph/190", with: ["message": "x"]), .delay(.seconds(1)))
        .reply(201, .text("ok"), .header("Set-Cookie", "a=1"), .header("Set-Cookie", "b=2"), .field("reason", "Fine"))
        .cut(after: "50%", end: .stall)
        .reply(.body(Data([0, 255]))).delay(.milliseconds(10) ... .milliseconds(50))
        .passes(.delay(.milliseconds(5)))
        #expect(
            builder.json.description == """
                {"match":{"method":"POST","path":"/orders","query":{"page":"2"},\
                "headers":{"Accept":{"contains":"json"}},\
                "json":{"/id":7}},"steps":[\
                {"fail":"tcp/reset-mid-body","with":{"after":4},\
                "reply":{"json":{"id":7,"a":[null,true,1.5]},"headers":{"ETag":"x"},"status":201}},\
                {"fail":503,"with":{"headers":{"Retry-After":"1"},"json":{"e":1}},"times":2},\
                {"fail":"graph/190","with":{"message":"x"},"delay":"1000ms"},\
                {"reply":{"status":201,"text":"ok","headers":{"Set-Cookie":["a=1","b=2"]},"reason":"Fine"},\
                "cut":{"after":"50%","end":"stall"}},\
                {"reply":{"status":200,"base64":"AP8="},"delay":{"uniform":["10ms","50ms"]}},\
                {"pass":true,"delay":"5ms"}]}
                """)
    }

    @Test func theCauseOfAFailureSaysWhetherItSpoils() {
        #expect(Failure.named("documents/invalid-values").isSpoiler)
        #expect(!Failure.named("jsonrpc/-32700", with: ["by": "tcp/reset"]).isSpoiler)
        #expect(Failure.named("-1005", with: ["by": "tcp/reset-mid-body"]).isSpoiler)
        #expect(!Failure.status(503).isSpoiler && !Failure.html.isSpoiler && !Failure.reset.isSpoiler)
    }

    /// Each member that names a failure is one of the catalogue, with these parameters.
    @Test func theGatewayTakesEachFailure() async throws {
        let failures: [Failure] = [
            .reset, .close, .closeMidHeaders(after: 9), .resetMidBody(after: .time(.seconds(1))),
            .closeMidBody(after: "50%"),
            .stallMidBody(after: .bytes(1), for: .seconds(1)), .slow(bytes: 2, every: .seconds(1)), .resetMidUpload(),
            .closeMidUpload(after: 3), .stopReading(for: .seconds(1)), .timeout, .garbage, .html, .emptyBody,
            .wrongContentType, .invalidUTF8, .malformedStatusLine, .missingLastChunk, .lengthTooLong, .lengthTooShort,
            .badGzip,
            .redirectLoop, .truncatedJSON(after: 3), .slowHeaders(bytes: 2, every: .seconds(1)),
            .redirect(to: "http://localhost/"), .tooLarge(bytes: 1000), .status(503),
        ]
        for failure in failures {
            let options: [AnswerOption] = failure.isSpoiler ? [.json(["name": "0123456789"])] : []
            try await mishap.enqueue(.fail(failure, options))
        }
    }

    @Test func aDelayIsAboutTheAnswerBeforeIt() async {
        let error = await #expect(throws: MishapError.self) {
            try await mishap.get("/x").delay(.seconds(1)).reply().add()
        }
        #expect(
            error?.description == "delay() is about the answer before it: call reply(), fail() or passes() first")
    }

    @Test func aLaterRuleStandsAboveAnEarlierOne() async throws {
        let first = try await mishap.get("/x").reply(200).add()
        let second = try await mishap.get("/x").reply(201).add()
        let named = try await mishap.any(.path(["matches": "/y+"]), .name("ys")).reply(202).add()
        #expect(try await fetch(mishap.url.appending(path: "x")).status == 201)
        #expect(try await fetch(mishap.url.appending(path: "yy")).status == 202)
        #expect([first.name, second.name, named.name] == ["GET /x", "GET /x 2", "ys"])
        #expect(try await [first.hits, second.hits, named.hits] == [0, 1, 1])
    }

    @Test func aRuleOfTheTestPassesOnToThoseBelow() async throws {
        try await mishap.get("/x").reply(200).add()
        let seen = try await mishap.any("/x").passes().add()
        #expect(try await fetch(mishap.url.appending(path: "x")).status == 200)
        #expect(try await seen.hits == 1)
    }

    @Test func whatMatchesCanBeExpectedWithoutARule() async throws {
        try await mishap.any().reply(200).add()
        try await mishap.get("/no").expect(.requests(0))
        try await mishap.expect(.match(.path("/yes")), .requests(atLeast: 1, atMost: 2))
        try await fetch(mishap.url.appending(path: "yes"))
    }

    /// Each word of an expectation is one of the format.
    @Test func theGatewayTakesEachExpectation() async throws {
        let scenario: Scenario = [
            "rules": [
                [
                    "name": "a", "match": ["path": "/a"],
                    "steps": [
                        ["fail": 503, "times": 9, "with": ["headers": ["Retry-After": "1"]]],
                        ["fail": "http/timeout"],
                    ],
                ],
                ["name": "b", "match": ["path": "/b"], "reply": ["status": 200]],
            ]
        ]
        try await withMishap(scenario, unmatched: .allow) { mishap in
            /// A verdict, whatever it is: what is no expectation of the format would be another error.
            func judge(_ parts: MishapExpectation...) async throws {
                do {
                    _ = try await mishap.verify(MishapExpectation.json(of: parts), wait: nil, settle: nil)
                } catch is VerdictFailed {}
            }
            try await judge(.rule("a"), .requests(atMost: 5, per: .seconds(1)), .name("x"))
            try await judge(.rule("a"), .gap(atLeast: .seconds(1), atMost: .seconds(2)), .within(.seconds(60)))
            try await judge(
                .rule("a"), .backoff(factor: 2, first: .milliseconds(100), tolerance: "10%", cap: .seconds(30)))
            try await judge(.rule("a"), .honours("Retry-After", lateAtMost: .seconds(1)))
            try await judge(.rule("a"), .honours("Retry-After"))
            try await judge(
                .rule("a"), .same(.body, .json("/id"), .query("q")), .distinct(.header("X"), .cookie("c"), .form("f")))
            try await judge(.rule("a"), .every(.header("A", "b")))
            try await judge(.rule("a"), .connections(2))
            try await judge(.rule("a"), .gaveUp(atLeast: .seconds(1), atMost: .seconds(3)))
            try await judge(.rule("a"), .atOnce(atMost: 2))
            try await judge(.order("a", "b"))
            try await judge(.unmatched, .requests(0))
            try await judge(.rule("a"), .field("countBy", "{{request.path}}"), .requests(1))
        }
    }
}
