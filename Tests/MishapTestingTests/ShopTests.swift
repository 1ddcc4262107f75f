import Foundation
import MishapTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Payment: Codable, Equatable {
    let amount: Int
}

/// A client that repeats a payment whose answer was lost, with the same key.
struct Shop {
    struct Receipt: Codable { let id: Int }

    let base: URL

    func pay(_ amount: Int, attempts: Int = 2) async throws -> Receipt {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        var request = URLRequest(url: base.appending(path: "payments"))
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(Payment(amount: amount))
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
        for _ in 1..<attempts {
            if let (data, _) = try? await session.data(for: request), let receipt = try? receipt(data) {
                return receipt
            }
        }
        return try await receipt(session.data(for: request).0)
    }

    private func receipt(_ data: Data) throws -> Receipt { try JSONDecoder().decode(Receipt.self, from: data) }
}

/// Orders again after as long as it is told, and some time for a busy machine.
private func order(_ base: URL) async throws -> Int {
    var request = URLRequest(url: base.appending(path: "orders"))
    request.httpMethod = "POST"
    while true {
        let answer = try await URLSession.shared.data(for: request).1 as? HTTPURLResponse
        guard answer?.statusCode == 503 else { return answer?.statusCode ?? 0 }
        let seconds = Double(answer?.value(forHTTPHeaderField: "Retry-After") ?? "") ?? 0
        try await Task.sleep(for: .seconds(seconds + 0.3))
    }
}

@Suite(.mishapGateway(.tested)) struct ShopTests {
    @Test(.mishap) func anOrderIsRetriedOnce() async throws {
        let mishap = try #require(Mishap.current)
        let orders = try await mishap.post("/orders").fail(.status(503), .header("Retry-After", "1")).reply(201).add()
        try await orders.expect(.requests(2), .honours("Retry-After"))
        #expect(try await order(mishap.url) == 201)
    }

    @Test(.mishap) func lostPayment() async throws {
        let mishap = try #require(Mishap.current)
        let pay = try await mishap.post("/payments")
            .fail(.resetMidBody(after: 4), .json(["id": 7])).reply(201, .json(["id": 7])).add()
        try await pay.expect(.requests(2), .same(.body, .header("Idempotency-Key")))
        #expect(try await Shop(base: mishap.url).pay(30).id == 7)
        #expect(try await pay.requests.first?.json(Payment.self).amount == 30)
    }

    @Test(.mishap) func aRuleKnowsItsHitsAndRequests() async throws {
        let mishap = try #require(Mishap.current)
        let pay = try await mishap.post("/payments").fail(.status(503)).reply(201, .json(["id": 7])).add()
        #expect(try await pay.hits == 0)
        _ = try await Shop(base: mishap.url).pay(30)
        #expect(pay.name == "POST /payments")
        #expect(try await pay.hits == 2)
        let requests = try await pay.requests
        let (first, second) = (try #require(requests.first), try #require(requests.last))
        #expect(requests.count == 2)
        #expect(first.method == "POST" && first.path == "/payments" && first.query == [:])
        #expect(first.rule == "POST /payments" && first.failure == "http/status/503" && second.failure == nil)
        #expect(try first.body == Data(#"{"amount":30}"#.utf8))
        #expect(try first.text == #"{"amount":30}"#)
        #expect(try first.json(Payment.self) == Payment(amount: 30))
        #expect(try first.json(JSON.self) == ["amount": 30])
        #expect(first.headers["idempotency-key"] == second.headers["IDEMPOTENCY-KEY"])
        #expect(first.headers["Nothing"] == nil)
        let ended = try #require(first.ended)
        #expect(first.started <= ended && ended <= second.started.addingTimeInterval(0.01))
        #expect(first.description == "1: POST /payments -> 503")
    }

    @Test(.mishap(unmatched: .allow)) func theQueryHasAllValuesOfAField() async throws {
        let mishap = try #require(Mishap.current)
        try await fetch(
            mishap.url.appending(path: "x").appending(queryItems: [
                .init(name: "a", value: "1"), .init(name: "a", value: "2"),
            ]))
        let request = try #require(await mishap.unmatched.first)
        #expect(request.query == ["a": ["1", "2"]])
        #expect(request.rule == nil)
    }

    @Test(.mishap(bodies: "8B")) func aBodyThatWasNotKeptWholeThrows() async throws {
        let mishap = try #require(Mishap.current)
        let notes = try await mishap.post("/notes").reply(204).add()
        try await fetch(mishap.url.appending(path: "notes"), method: "POST", body: "0123456789")
        let request = try #require(await notes.requests.first)
        let error = #expect(throws: MishapError.self) { try request.body }
        #expect(error?.description.hasPrefix("the body has 10 bytes, of which the journal has kept a part") == true)
        #expect(throws: MishapError.self) { try request.text }
    }
}
