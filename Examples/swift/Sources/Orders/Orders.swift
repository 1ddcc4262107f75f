import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the caller sees.
public enum OrdersError: Error, Equatable {
    /// The gateway does not want the request, as it is.
    case refused(String)
    /// It did not work, however often it was tried.
    case unavailable(String)
}

/// A client of a shop's gateway as many teams have one: it repeats what failed, renews its token, follows pages and resumes
/// downloads. With URLSession.
open class Orders: @unchecked Sendable {
    let base: URL
    let transfers: Transfers
    let tokens = Tokens()

    // In seconds, where they are times.
    open var attempts: Int { 4 }
    /// On Linux a part of a second is none: then it would be a minute.
    open class var timeout: TimeInterval { 2 }
    /// Before the second attempt; twice as long before each further one.
    let pause: TimeInterval = 0.02
    /// The longest wait that a gateway may ask for.
    let longestPause: TimeInterval = 5

    public required init(base: URL) {
        self.base = base
        transfers = Transfers(timeout: Self.timeout)
    }

    // MARK: What callers use

    public struct Receipt: Decodable, Sendable { public let id: Int }

    private struct Page: Decodable {
        let orders: [Int]
        let next: String?
    }

    /// Orders once, however often that has to be tried.
    public func order(_ item: String) async throws -> Receipt {
        let body = try JSONEncoder().encode(["item": item])
        return try await json("POST", "orders", body, ["Idempotency-Key": newKey()])
    }

    /// All orders, of all pages.
    public func orders() async throws -> [Int] {
        var orders: [Int] = []
        var seen: Set<String> = []
        var target = "orders"
        while true {
            let page: Page = try await json("GET", target)
            orders += page.orders
            guard let cursor = page.next else { return orders }
            guard isNew(cursor, among: &seen) else { throw OrdersError.refused("page \(cursor) comes again") }
            target = "orders?cursor=\(cursor)"
        }
    }

    /// The whole file, in as many parts as it takes.
    public func download(_ name: String) async throws -> Data {
        var content = Data()
        var tag: String?
        for attempt in 1...attempts {
            // Encoded content has no parts that fit together.
            var request = request("GET", "files/\(name)", ["Accept-Encoding": "identity"])
            for (field, value) in range(from: content.count, tag) { request.setValue(value, forHTTPHeaderField: field) }
            let part = await transfers.run(request)
            if let answer = part.answer, answer.statusCode < 300 {
                if answer.statusCode != 206 { content = Data() }
                tag = answer.value(forHTTPHeaderField: "ETag")
                content += part.content
                if part.error == nil { return content }
            } else if let status = part.answer?.statusCode, status < 500 {
                throw OrdersError.refused("status \(status)")
            }
            try await wait(after: attempt, asked: nil)
        }
        throw OrdersError.unavailable("\(name) was not downloaded")
    }

    // MARK: Requests

    /// The value of an answer. What failed on the way, or is no JSON, is asked for again.
    private func json<Value: Decodable>(
        _ method: String, _ target: String, _ body: Data? = nil, _ fields: [String: String] = [:]
    ) async throws -> Value {
        var isRenewed = false
        var attempt = 1
        while true {
            let token = try await tokens.value { try await self.newToken() }
            let answer = await send(method, target, body, fields.merging(["Authorization": "Bearer \(token)"]) { $1 })
            var failure = "\(answer.error.map { "\(($0 as NSError).code)" } ?? "no JSON")"
            var asked: String?
            if answer.error == nil, let head = answer.answer {
                if head.statusCode == 401, !isRenewed {
                    isRenewed = true
                    try await renew(token)
                    continue
                }
                if head.statusCode < 300 {
                    if let value: Value = value(of: answer) { return value }
                } else if isWorthRepeating(head.statusCode) {
                    (failure, asked) = ("status \(head.statusCode)", head.value(forHTTPHeaderField: "Retry-After"))
                } else {
                    throw OrdersError.refused("status \(head.statusCode)")
                }
            }
            guard attempt < attempts else {
                throw OrdersError.unavailable("\(method) \(target): \(failure), \(attempt) times")
            }
            try await wait(after: attempt, asked: asked)
            attempt += 1
        }
    }

    open func send(_ method: String, _ target: String, _ body: Data?, _ fields: [String: String]) async -> Transfer {
        var request = request(method, target, fields)
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        return await transfers.run(request)
    }

    private func request(_ method: String, _ target: String, _ fields: [String: String]) -> URLRequest {
        var request = URLRequest(url: URL(string: "\(base.absoluteString)/\(target)")!)
        request.httpMethod = method
        // On Linux a URLSession repeats what fails on a connection that was used before, by itself and without its body.
        request.setValue("close", forHTTPHeaderField: "Connection")
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    open func value<Value: Decodable>(of answer: Transfer) -> Value? {
        guard answer.answer?.value(forHTTPHeaderField: "Content-Type")?.contains("json") == true else { return nil }
        return try? JSONDecoder().decode(Value.self, from: answer.content)
    }

    open func isWorthRepeating(_ status: Int) -> Bool { status == 429 || status >= 500 }

    open func isNew(_ cursor: String, among seen: inout Set<String>) -> Bool { seen.insert(cursor).inserted }

    open func newKey() -> String { UUID().uuidString }

    /// What asks for the rest of a file, if that is the same still.
    open func range(from start: Int, _ tag: String?) -> [String: String] {
        guard start > 0, let tag else { return [:] }
        return ["Range": "bytes=\(start)-", "If-Range": tag]
    }

    open func wait(after attempt: Int, asked: String?) async throws {
        let own = pause * pow(2, Double(attempt - 1))
        // A little more, since clocks differ.
        let told = asked.flatMap { TimeInterval($0) }.map { min($0 + 0.2, longestPause) } ?? 0
        try await Task.sleep(for: .seconds(max(own, told)))
    }

    // MARK: The token

    public func token() async throws -> String { try await tokens.value { try await self.newToken() } }

    /// Only one of many requests whose token was refused asks for another one.
    open func renew(_ refused: String) async throws {
        try await tokens.replace(refused) { try await self.newToken() }
    }

    func newToken() async throws -> String {
        struct Answer: Decodable { let token: String }
        for attempt in 1...attempts {
            let answer = await send("POST", "token", nil, [:])
            if answer.error == nil, let status = answer.answer?.statusCode {
                if status < 300, let value: Answer = value(of: answer) { return value.token }
                guard status < 300 || isWorthRepeating(status) else {
                    throw OrdersError.refused("no token: status \(status)")
                }
            }
            try await wait(after: attempt, asked: nil)
        }
        throw OrdersError.unavailable("no token")
    }
}

/// The token, which is asked for once for all that wait for it.
actor Tokens {
    private var token: Task<String, any Error>?

    func value(_ make: @escaping @Sendable () async throws -> String) async throws -> String {
        let token = token ?? Task { try await make() }
        self.token = token
        do {
            return try await token.value
        } catch {
            if self.token == token { self.token = nil }
            throw error
        }
    }

    func replace(_ refused: String, _ make: @escaping @Sendable () async throws -> String) async throws {
        if try await token?.value == refused { token = Task { try await make() } }
        _ = try await token?.value
    }

    func set(_ new: String) { token = Task { new } }
}
