import Bytes
import HTTP1
import HostileRequests
import Testing
import Wire

/// The strict reader on the table of hostile requests, with a request behind each, however the bytes are cut.
@Suite struct HostileRequestTests {
    private static let path = "/plain/a"
    private static let followUp = "GET /after HTTP/1.1\r\nHost: x\r\n\r\n"

    /// What a connection came to.
    private struct Outcome: Equatable, CustomStringConvertible {
        struct Taken: Equatable {
            var method: String
            var target: [UInt8]
            var body: [UInt8]
        }
        var taken: [Taken] = []
        var refusal: Int?
        var isClosed = false

        var description: String {
            taken.map { "\($0.method) \(String(decoding: $0.target, as: UTF8.self)) [\($0.body.count)]" }
                .joined(separator: ", ")
                + (refusal.map { ", refused with \($0)" } ?? (isClosed ? ", closed" : ", open"))
        }

        /// Whether this is what the reading says, with the follow-up answered where it has to be.
        func matches(_ reading: Reading) -> Bool {
            var expected = reading.taken.map {
                Taken(method: $0.method, target: $0.target(path: path), body: $0.body)
            }
            switch reading.ending {
            case .open:
                expected.append(Taken(method: "GET", target: Array("/after".utf8), body: []))
                return taken == expected && refusal == nil && !isClosed
            case .closed: return taken == expected && refusal == nil && isClosed
            case .refused(let statuses): return taken == expected && refusal.map(statuses.contains) == true
            case .incomplete: return taken == expected && refusal == nil && !isClosed
            }
        }
    }

    private static func read(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
        var reader = RequestReader(maximumHead: 12 << 10)
        var outcome = Outcome()
        let request = Request()
        var (body, keepsAlive) = ([UInt8](), true)
        for piece in pieces where !outcome.isClosed {
            reader.dropReadBytes()
            reader.append(piece)
            reading: while !outcome.isClosed {
                switch reader.next(into: request) {
                case .more: break reading
                case .head(let framing):
                    (body, keepsAlive) = ([], framing.keepsAlive)
                    // What a server does with its own bound.
                    guard framing.contentLength ?? 0 <= 64 << 20 else {
                        outcome.refusal = RequestProblem.hugeLength.status
                        outcome.isClosed = true
                        continue
                    }
                case .content(let bytes): body += bytes
                case .end:
                    outcome.taken.append(
                        Outcome.Taken(
                            method: request.text(request.method), target: Array(request.head[request.target]),
                            body: body))
                    outcome.isClosed = !keepsAlive
                case .refused(let refusal):
                    outcome.refusal = refusal.status
                    outcome.isClosed = true
                }
            }
        }
        return outcome
    }

    private static func bytes(_ row: HostileRequest) -> [UInt8] {
        row.bytes(path: path) + (row.readings.contains { $0.ending == .incomplete } ? [] : Array(followUp.utf8))
    }

    private static func expect(_ row: HostileRequest, _ pieces: [ArraySlice<UInt8>]) {
        let outcome = read(pieces)
        #expect(row.readings.contains { outcome.matches($0) }, "\(row.name) (\(row.section)): \(outcome)")
    }

    @Test func theTableIsReadWhole() {
        for row in HostileRequest.all { Self.expect(row, [Self.bytes(row)[...]]) }
    }

    @Test func theTableIsReadByteByByte() {
        for row in HostileRequest.all {
            let bytes = Self.bytes(row)
            Self.expect(row, bytes.indices.map { bytes[$0...$0] })
        }
    }

    @Test func theTableIsReadInSegments() {
        var draws = Draw(state: 11)
        for row in HostileRequest.all {
            for _ in 0..<10 {
                let bytes = Self.bytes(row)
                var pieces: [ArraySlice<UInt8>] = []
                var start = 0
                while start < bytes.count {
                    let end = min(bytes.count, start + 1 + Int(draws.below(UInt64(max(8, bytes.count / 3)))))
                    pieces.append(bytes[start..<end])
                    start = end
                }
                Self.expect(row, pieces)
            }
        }
    }

    @Test func theTableIsLargeAndNamesItsRules() {
        let rows = HostileRequest.all
        #expect(rows.count >= 400)
        #expect(Dictionary(grouping: rows, by: \.name).filter { $0.value.count > 1 }.keys.sorted() == [])
        for row in rows {
            #expect(!row.readings.isEmpty, "\(row.name)")
            let words = row.section.split(separator: " ")
            #expect(words.count == 2 && ["9110", "9112", "3986"].contains(words[0]), "\(row.name)")
        }
    }
}
