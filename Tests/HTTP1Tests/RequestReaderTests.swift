import Bytes
import HTTP1
import TestSupport
import Testing
import Wire

@Suite struct RequestReaderTests {
    private static let maximumHead = 12 << 10

    /// What a connection comes to whose bytes arrive in these pieces.
    private static func read(_ pieces: [ArraySlice<UInt8>]) -> [RequestRow.Outcome] {
        var reader = RequestReader(maximumHead: maximumHead)
        var outcomes: [RequestRow.Outcome] = []
        let request = Request()
        var body: [UInt8] = []
        var (keepsAlive, livesOn) = (true, true)
        for piece in pieces {
            reader.dropReadBytes()
            reader.append(piece)
            reading: while livesOn {
                switch reader.next(into: request) {
                case .more: break reading
                case .head(let framing):
                    body = []
                    keepsAlive = framing.keepsAlive
                case .content(let bytes): body += bytes
                case .end:
                    outcomes.append(.taken(request.text(request.target), String(decoding: body, as: UTF8.self)))
                    livesOn = keepsAlive
                case .refused(let refusal):
                    outcomes.append(.refused(refusal.status))
                    livesOn = false
                }
            }
        }
        return outcomes
    }

    @Test func theTableIsReadAsItSays() {
        for row in RequestRow.all { #expect(Self.read([row.bytes[...]]) == row.outcomes, "\(row.name)") }
    }

    @Test func theTableIsReadByteByByte() {
        for row in RequestRow.all {
            let pieces = row.bytes.indices.map { row.bytes[$0...$0] }
            #expect(Self.read(pieces) == row.outcomes, "\(row.name)")
        }
    }

    @Test func theTableIsReadInTwoPiecesWhereverItIsCut() {
        for row in RequestRow.all where row.bytes.count < 1000 {
            for place in row.bytes.indices {
                #expect(
                    Self.read([row.bytes[..<place], row.bytes[place...]]) == row.outcomes, "\(row.name), at \(place)")
            }
        }
    }

    @Test func aHeadIsInTheRequestAsItCame() throws {
        var reader = RequestReader(maximumHead: 1000)
        let request = Request()
        reader.append("POST /a?b HTTP/1.0\r\nX-One: \t1 2\t\r\nx-one:\r\nContent-Length: 2\r\n\r\nab".utf8)
        guard case .head(let framing) = reader.next(into: request) else {
            Issue.record("no head")
            return
        }
        #expect(framing.contentLength == 2 && !framing.keepsAlive && request.announcesBody && request.minorVersion == 0)
        #expect(request.text(request.method) == "POST" && request.text(request.target) == "/a?b")
        let fields = (0..<request.fieldCount).map {
            request.text(request.fieldName($0)) + "=" + request.text(request.fieldValue($0))
        }
        #expect(fields == ["X-One=1 2", "x-one=", "Content-Length=2"])
        #expect(reader.next(into: request) == .content(Array("ab".utf8)[...]))
        #expect(reader.next(into: request) == .end)
        #expect(reader.next(into: request) == .more)
    }

    @Test func whatIsRefusedStaysRefused() {
        var reader = RequestReader(maximumHead: 1000)
        reader.append("hello\r\n\r\n".utf8)
        #expect(reader.next(into: Request()) == .refused(.notHTTP1))
        reader.append("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        #expect(reader.next(into: Request()) == .refused(.notHTTP1))
    }

    /// The limits are exact, and hold for what has no end yet.
    @Test func headsAndTrailersAreBounded() {
        func head(_ count: Int) -> String {
            let rest = "GET / HTTP/1.1\r\nHost: x\r\nA: \r\n\r\n"
            return "GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "b", count: count - rest.utf8.count)
                + "\r\n\r\n"
        }
        for (text, expected) in [
            (head(100), nil), (head(101), RequestRefusal.headTooLarge),
            ("GET /" + String(repeating: "a", count: 200), .lineTooLong),
            ("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 200), .headTooLarge),
        ] {
            var reader = RequestReader(maximumHead: 100)
            reader.append(text.utf8)
            let event = reader.next(into: Request())
            if let expected {
                #expect(event == .refused(expected))
            } else {
                guard case .head = event else {
                    Issue.record("\(event)")
                    continue
                }
            }
        }
        var reader = RequestReader(maximumHead: 100)
        reader.append("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n".utf8)
        let request = Request()
        _ = reader.next(into: request)
        for _ in 0..<20 {
            reader.append("A: bcd\r\n".utf8)
            if case .refused(let refusal) = reader.next(into: request) {
                #expect(refusal == .trailerTooLarge)
                return
            }
        }
        Issue.record("a trailer without an end")
    }

    /// Whatever comes, it comes to an end, and to the same one however it is cut.
    @Test func anythingIsReadTheSameInAnyPieces() {
        var draws = Draw(state: 7)
        for _ in 0..<3000 {
            let row = RequestRow.all[Int(draws.next() % UInt64(RequestRow.all.count))]
            guard row.bytes.count < 1000 else { continue }
            var bytes = row.bytes
            for _ in 0..<(1 + draws.next() % 3) {
                let place = Int(draws.next() % UInt64(bytes.count))
                switch draws.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: draws.next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("\r\n :;0a\t\0".utf8)[Int(draws.next() % 9)], at: place)
                }
                if bytes.isEmpty { bytes = [0x0A] }
            }
            let whole = Self.read([bytes[...]])
            #expect(
                Self.read(bytes.indices.map { bytes[$0...$0] }) == whole, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
