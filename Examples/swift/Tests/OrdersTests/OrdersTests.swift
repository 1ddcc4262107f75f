import Foundation
import MishapTesting
import Orders
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Twenty failures that the client survives.
@Suite(.mishap) struct OrdersTests {
    private let mishap: Mishap
    /// With BUG it is one of those that have one.
    private let client: Orders
    private static let file: [AnswerOption] = [
        .field("size", "64KB"), .header("ETag", "\"v1\""), .field("ranges", true),
    ]

    init() async throws {
        mishap = try #require(Mishap.current)
        let kind = bugs[ProcessInfo.processInfo.environment["BUG"] ?? ""] ?? Orders.self
        client = kind.init(base: mishap.url)
        try await mishap.post("/token").reply(.json(["token": "t1"])).add()
    }

    /// The first order fails so; the client is to order once more, as if it were the same.
    @discardableResult
    private func orderIsRepeated(after failure: Failure, _ options: AnswerOption...) async throws -> Rule {
        let orders = try await mishap.post("/orders").fail(failure, options).reply(201, .json(["id": 7])).add()
        try await orders.expect(.requests(2), .same(.body, .header("Idempotency-Key")))
        return orders
    }

    // MARK: It repeats

    @Test(arguments: [500, 502, 503]) func anOrderIsRepeatedAfterAFailureOfTheGateway(status: Int) async throws {
        try await orderIsRepeated(after: .status(status))
        #expect(try await client.order("tea").id == 7)
    }

    @Test func anOrderWaitsForAsLongAsItIsTold() async throws {
        let orders = try await orderIsRepeated(after: .status(429), .header("Retry-After", "1"))
        try await orders.expect(.honours("Retry-After"))
        #expect(try await client.order("tea").id == 7)
    }

    /// Not `tcp/close-mid-headers`, which aborts the process that uses URLSession on Linux, as `mishap explain` says.
    @Test(arguments: ["tcp/reset", "tcp/close", "http/malformed-status-line", "http/html", "http/empty-body"])
    func anOrderWhoseAnswerIsLostIsRepeated(failure: String) async throws {
        try await orderIsRepeated(after: .named(failure))
        #expect(try await client.order("tea").id == 7)
    }

    @Test(arguments: ["tcp/reset-mid-body", "http/length-too-long", "http/truncated-json", "http/bad-gzip"])
    func anOrderWhoseAnswerIsSpoiledIsRepeated(failure: String) async throws {
        try await orderIsRepeated(after: .named(failure), .status(201), .json(["id": 7, "item": "tea"]))
        #expect(try await client.order("tea").id == 7)
    }

    @Test func anOrderIsGivenUpInTimeAndRepeated() async throws {
        try await mishap.post("/orders").reply(201, .json(["id": 7])).add()
        let slow = try await mishap.post("/orders", .name("slow")).fail(.timeout, .times(1)).add()
        try await slow.expect(.gaveUp(atMost: .seconds(6)))
        try await mishap.expect(.match(.path("/orders")), .requests(2), .same(.body, .header("Idempotency-Key")))
        #expect(try await client.order("tea").id == 7)
    }

    @Test func anOrderIsGivenUpAfterFourAttempts() async throws {
        let orders = try await mishap.post("/orders").fail(.status(503)).add()
        let gaps: JSON = [["atLeast": "20ms"], ["atLeast": "40ms"], ["atLeast": "80ms"]]
        try await orders.expect(.requests(4), .field("gap", gaps))
        await #expect(throws: OrdersError.unavailable("POST orders: status 503, 4 times")) {
            try await client.order("tea")
        }
    }

    @Test func anOrderThatIsRefusedIsNotRepeated() async throws {
        let orders = try await mishap.post("/orders").fail(.status(400)).reply(201, .json(["id": 7])).add()
        try await orders.expect(.requests(1))
        await #expect(throws: OrdersError.refused("status 400")) { try await client.order("tea") }
    }

    // MARK: It renews its token

    @Test func aTokenThatHasExpiredIsRenewedOnceForAll() async throws {
        let token = try await mishap.post("/token", .name("token"))
            .reply(.json(["token": "t1"])).reply(.json(["token": "t2"]), .delay(.milliseconds(500))).add()
        try await token.expect(.requests(2))
        try await mishap.get("/orders", .header("Authorization", "Bearer t1")).fail(.status(401)).add()
        let fresh = try await mishap.get("/orders", .header("Authorization", "Bearer t2"))
            .reply(.json(["orders": []])).add()
        try await fresh.expect(.requests(10))
        _ = try await client.token()
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await client.orders() } }
            for try await orders in group { #expect(orders.isEmpty) }
        }
    }

    @Test func aTokenIsAskedForAgain() async throws {
        let token = try await mishap.post("/token", .name("token"))
            .fail(.status(503)).fail(.reset).reply(.json(["token": "t9"])).add()
        try await token.expect(.requests(3))
        try await mishap.get("/orders", .header("Authorization", "Bearer t9")).reply(.json(["orders": [1]])).add()
        #expect(try await client.orders() == [1])
    }

    @Test func aTokenThatIsRefusedForGoodEndsIt() async throws {
        try await mishap.get("/orders").fail(.status(401)).add().expect(.requests(2))
        await #expect(throws: OrdersError.refused("status 401")) { try await client.orders() }
    }

    // MARK: It follows pages

    @Test func aPageThatFailsIsAskedForAgain() async throws {
        let last: JSON = ["orders": [3], "next": nil]
        try await mishap.get("/orders").reply(.json(["orders": [1, 2], "next": "p2"])).add()
        let second = try await mishap.get("/orders", .query("cursor", "p2"))
            .fail(.status(503)).fail(.closeMidBody(), .json(last)).reply(.json(last)).add()
        try await second.expect(.requests(3))
        #expect(try await client.orders() == [1, 2, 3])
    }

    @Test func pagesInACircleEnd() async throws {
        let orders = try await mishap.get("/orders").reply(.json(["orders": [1], "next": "p1"])).add()
        try await orders.expect(.requests(atMost: 3))
        await #expect(throws: OrdersError.refused("page p1 comes again")) { try await client.orders() }
    }

    // MARK: It resumes downloads

    @Test(arguments: [RuleBuilder.CutEnd.reset, .close, .stall])
    func aDownloadThatBreaksOffIsResumed(end: RuleBuilder.CutEnd) async throws {
        try await mishap.get("/whole").reply(200, Self.file).add()
        let rule = try await mishap.get("/files/a").reply(200, Self.file).cut(after: "20KB", end: end)
            .reply(200, Self.file).add()
        try await rule.expect(.requests(2))
        // URLSession does not say of every byte that it came before the connection broke.
        try await mishap.expect(.match(.path("/files/a"), .header("If-Range", "\"v1\"")), .requests(1))
        let whole = try await URLSession.shared.data(from: mishap.url.appending(path: "whole")).0
        #expect(try await client.download("a") == whole)
    }

    @Test func aDownloadThatHasChangedBeginsAnew() async throws {
        let text = String(repeating: "x", count: 30_000)
        let rule = try await mishap.get("/files/a").reply(200, Self.file).cut(after: "20KB", end: .reset)
            .reply(200, [.text(text), .header("ETag", "\"v2\""), .field("ranges", true)]).add()
        try await rule.expect(.requests(2))
        #expect(try await client.download("a") == Data(text.utf8))
    }
}
