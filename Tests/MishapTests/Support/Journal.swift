import Foundation
import TestSupport
import Testing

/// A session's journal as the control API gives it.
struct Journal: Decodable {
    var entries: [Entry]
    var evicted: Int

    struct Entry: Decodable {
        struct Sent: Decodable, Equatable {
            var status: Int?
            var bytes: Int
        }

        var seq: Int
        var time: String
        var connection: Int
        var `protocol`: String
        var method: String?
        var target: String?
        var headers: [[String]]?
        var body: String?
        var truncated: Int?
        var rule: String?
        var step: Int?
        var hit: Int?
        var failure: String?
        var sent: Sent
        var ending: String?
        var clientClosed: Bool
        var milliseconds: Double?
        var notes: [String]?
    }
}

extension Journal {
    /// Decodes an answer of the control API; any status but 200 is an error.
    init(_ answer: RawConnection.Received) throws {
        try #require(answer.status == 200, "\(answer)")
        self = try JSONDecoder().decode(Journal.self, from: Data(answer.body.utf8))
    }
}

extension RunningGateway {
    func journal(_ session: String = "default", _ query: String = "") throws -> Journal {
        try Journal(ask("/__mishap/sessions/\(session)/journal\(query)"))
    }

    /// The journal once it has so many entries that are over: an answer is there before its entry's end is.
    func journal(_ session: String = "default", ended count: Int) throws -> Journal {
        try waitUntil { try journal(session).entries.count { $0.ending != nil } >= count }
        return try journal(session)
    }
}
