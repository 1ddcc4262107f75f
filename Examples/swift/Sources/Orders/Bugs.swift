import Foundation

/// By the name of the bug, each the same client with one thing wrong; the suite finds them.
public let bugs: [String: Orders.Type] = [
    "a new key for each attempt": NewKeys.self, "does not wait for as long as it is told": Hasty.self,
    "repeats what was refused": Stubborn.self, "never gives up": Endless.self, "waits for ever": Patient.self,
    "each request gets a token of its own": Crowd.self, "goes on with the old token": OldToken.self,
    "takes any answer for JSON": Gullible.self, "follows pages in a circle": Circling.self,
    "resumes what has changed": Mixing.self, "does not resume": Restarting.self,
]

final class NewKeys: Orders, @unchecked Sendable {
    override func send(_ method: String, _ target: String, _ body: Data?, _ fields: [String: String]) async -> Transfer
    {
        let own = fields["Idempotency-Key"] == nil ? [:] : ["Idempotency-Key": newKey()]
        return await super.send(method, target, body, fields.merging(own) { $1 })
    }
}

final class Hasty: Orders, @unchecked Sendable {
    override func wait(after attempt: Int, asked: String?) async throws {
        try await super.wait(after: attempt, asked: nil)
    }
}

final class Stubborn: Orders, @unchecked Sendable {
    override func isWorthRepeating(_ status: Int) -> Bool { status >= 400 && status != 401 }
}

final class Endless: Orders, @unchecked Sendable {
    override var attempts: Int { 12 }
    override func wait(after attempt: Int, asked: String?) async throws { try await super.wait(after: 1, asked: asked) }
}

final class Patient: Orders, @unchecked Sendable {
    override class var timeout: TimeInterval { 8 }
}

final class Crowd: Orders, @unchecked Sendable {
    override func renew(_ refused: String) async throws { await tokens.set(try await newToken()) }
}

final class OldToken: Orders, @unchecked Sendable {
    override func renew(_ refused: String) async throws { _ = try await newToken() }
}

final class Gullible: Orders, @unchecked Sendable {
    override func value<Value: Decodable>(of answer: Transfer) -> Value? {
        super.value(of: answer)
            ?? (try? JSONDecoder().decode(Value.self, from: Data(#"{ "id": 0, "orders": [], "token": "" }"#.utf8)))
    }
}

final class Circling: Orders, @unchecked Sendable {
    override func isNew(_ cursor: String, among seen: inout Set<String>) -> Bool {
        seen.insert("\(seen.count)")
        return seen.count < 10
    }
}

final class Mixing: Orders, @unchecked Sendable {
    override func range(from start: Int, _ tag: String?) -> [String: String] {
        start > 0 ? ["Range": "bytes=\(start)-"] : [:]
    }
}

final class Restarting: Orders, @unchecked Sendable {
    override func range(from start: Int, _ tag: String?) -> [String: String] { [:] }
}
