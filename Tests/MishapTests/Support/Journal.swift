import Foundation
import TestSupport
import Testing

/// A session's journal as the control API gives it.
struct Journal: Decodable {
    var entries: [Entry]
    var next: String
    var inFlight: Int
    var evicted: Int

    struct Entry: Decodable {
        struct Sent: Decodable, Equatable {
            var status: Int?
            var head: String?
            var headEncoding: String?
            var headTruncated: Int?
            var bytes: Int
            var firstByteAt: Double?
            var lastByteAt: Double?
        }

        struct Call: Decodable, Equatable {
            var rule: String?
            var step: Int?
            var hit: Int?
            var failure: String?
        }

        var seq: Int
        var time: String
        var connection: Int
        var `protocol`: String
        var method: String?
        var target: String?
        var headers: [[String]]?
        var headersEncoding: String?
        var body: String?
        var bodyEncoding: String?
        var truncated: Int?
        var rule: String?
        var step: Int?
        var hit: Int?
        var failure: String?
        var calls: [Call]?
        var callsTruncated: Int?
        var nearest: String?
        var differences: [String]?
        var sent: Sent
        var ending: String?
        var clientClosed: Bool
        var crossed: Bool?
        var milliseconds: Double?
        var notes: [String]?
    }
}

/// The answer in place of a journal.
struct NoJournal: Error {
    let answer: String
}

extension Journal {
    /// Decodes an answer of the control API; any status but 200 is an error.
    init(_ answer: RawConnection.Received) throws {
        // No issue by itself: a private session has none until its first request has come, for which some wait.
        guard answer.status == 200 else { throw NoJournal(answer: answer.description) }
        self = try JSONDecoder().decode(Journal.self, from: Data(try answer.wholeContent()))
    }
}

extension RawConnection.Received {
    /// The body, of which none is missing: with a length, or in chunks if it is long.
    func wholeContent() throws -> [UInt8] {
        let separator = Array("\r\n\r\n".utf8)
        let end = try #require(bytes.indices.first { bytes[$0...].starts(with: separator) })
        let (head, body) = (String(decoding: bytes[..<end], as: UTF8.self).lowercased(), bytes[(end + 4)...])
        guard head.contains("transfer-encoding: chunked") else {
            let length = head.firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) }
            try #require(length == body.count, "\(body.count) bytes: \(head)")
            return Array(body)
        }
        var (content, rest) = ([UInt8](), body)
        while true {
            let lineEnd = try #require(rest.firstIndex(of: 13), "the last chunk is missing")
            let size = try #require(Int(String(decoding: rest[..<lineEnd], as: UTF8.self), radix: 16))
            rest = rest[(lineEnd + 2)...]
            if size == 0 {
                #expect(Array(rest) == [13, 10])
                return content
            }
            try #require(rest.count >= size + 2, "a chunk is cut off")
            content += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
    }
}

extension RunningGateway {
    func journal(_ session: String = "default", _ query: String = "") throws -> Journal {
        let connection = try connect()
        connection.send(request("/__mishap/sessions/\(session)/journal\(query)", ["Connection: close"]))
        // Long ones are made by threads that yield to all others, of which a whole run of the tests has many.
        return try Journal(connection.receive(within: .seconds(300)))
    }

    /// All pages of the journal as one.
    func wholeJournal(_ session: String = "default") throws -> Journal {
        var journal = try self.journal(session, "?limit=10000")
        while true {
            let page = try self.journal(session, "?limit=10000&after=\(journal.next)")
            (journal.next, journal.inFlight, journal.evicted) = (page.next, page.inFlight, page.evicted)
            guard !page.entries.isEmpty else { return journal }
            journal.entries += page.entries
        }
    }

    /// The journal once it has so many entries that are over: an answer is there before its entry's end is. In the order in
    /// which the requests arrived: two answers on two connections may end in another.
    func journal(_ session: String = "default", ended count: Int) throws -> Journal {
        waitUntil { (try? self.journal(session, "?limit=10000").entries.count { $0.ending != nil } >= count) == true }
        var journal = try self.journal(session, "?limit=10000")
        journal.entries.sort { $0.seq < $1.seq }
        return journal
    }
}
