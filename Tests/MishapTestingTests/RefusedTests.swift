import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import MishapTesting

/// What cannot be meant is refused, where it would make a test pass that should fail.
@Suite(.mishapGateway(.tested), .mishap) struct RefusedTests {
    private let mishap: Mishap

    init() throws { mishap = try #require(Mishap.current) }

    private func refused(_ words: String, _ call: () async throws -> Void) async {
        await #expect { try await call() } throws: { "\($0)".contains(words) }
    }

    @Test func aPartOfAnExpectationThatIsGivenTwice() async throws {
        let rule = try await mishap.get("/a").reply().add()
        await refused("\"every\" is given twice") {
            try await rule.expect(.every(.header("A", "a")), .every(.header("B", "b")))
        }
        await refused("\"requests\" is given twice") {
            try await rule.expect(.requests(atLeast: 5), .requests(atMost: 9))
        }
        await refused("\"rule\" is given twice") { try await rule.expect(.rule("b"), .requests(1)) }
        await refused("\"requests\" is given twice") {
            _ = try await Mishap.open(expect: [.requests(1), .requests(2)])
        }
    }

    @Test func aConditionThatIsGivenTwice() async throws {
        await refused("headers A is given twice") {
            try await mishap.get("/a", .header("A", "a"), .header("A", "b")).reply().add()
        }
        await refused("path is given twice") { try await mishap.get("/a", .path("/b")).reply().add() }
    }

    @Test func aNameWhereThereIsNoRule() async throws {
        await refused("\"name\" is of a rule") { try await mishap.expect(.match(.name("pay")), .requests(1)) }
        await refused("\"name\" is of a rule") { try await mishap.any(.name("pay")).expect(.requests(1)) }
    }

    @Test func aNameThatIsTaken() async throws {
        try await mishap.get("/a", .name("mine")).reply().add()
        await refused("there is a rule \"mine\" already") { try await mishap.get("/b", .name("mine")).reply().add() }
        // One of ours is numbered.
        try await mishap.get("/c").reply().add()
        #expect(try await mishap.get("/c").reply([.text("x")]).add().name == "GET /c 2")
    }

    @Test func aSettleThatIsTooLong() async throws {
        await refused("at most 60") { _ = try await Mishap.open(settle: .seconds(61)) }
    }

    @Test func aLastAnswerWithTimesEndsTheRule() async throws {
        try await mishap.get("/t").reply(.text("below")).add()
        let rule = mishap.get("/t").reply(503, .times(2))
        #expect(rule.json.description.contains("\"atEnd\":\"pass\""))
        #expect(!rule.reply().json.description.contains("atEnd"))
    }

    @Test func aTimeOfMoreThanThereIs() {
        #expect(Duration.seconds(Int64.max).words.hasSuffix("ms"))
        #expect(Duration.microseconds(400).words == "1ms")
    }
}

private let sharedTrait = MishapTrait.mishap(unmatched: .allow, expect: [.match(.path("/x")), .requests(1)])

/// The same trait on a suite and on its test gives one session, which is judged by what its client did.
@Suite(.mishapGateway(.tested), sharedTrait) struct SharedTraitTests {
    @Test(sharedTrait) func isOneSession() async throws {
        let mishap = try #require(Mishap.current)
        _ = try await URLSession.shared.data(from: mishap.url.appending(path: "x"))
    }
}
