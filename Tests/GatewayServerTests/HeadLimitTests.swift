import Foundation
import GatewayServer
import TestSupport
import Testing
import Wire

/// Where a head is larger than a part of libmicrohttpd's memory, or comes in pieces, its lines are judged all the same: it
/// makes no difference which version of it reads them. `make test-libraries` runs this with each.
@Suite(.blocking) struct HeadLimitTests {
    static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    /// Answers with the value of X-Last and the number of bytes of all cookies.
    private func makeServer(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws -> ScriptedServer {
        try ScriptedServer({
            $0.shards = 1
            configure(&$0)
        }) { exchange in
            let request = exchange.request
            let last = request.first(Array("x-last".utf8)).map { request.text($0) } ?? "none"
            let cookies = request.first(Array("cookie".utf8))?.count ?? 0
            return .plan(
                WirePlan(Reply(status: 200, contentType: "text/plain", text: "\(last) \(cookies)").script()))
        }
    }

    private func connect(_ server: ScriptedServer, isSecond: Bool) throws -> RawConnection {
        let connection = try server.connect()
        if isSecond {
            connection.send(Self.get)
            try #require(connection.receiveResponse().body == "none 0")
        }
        return connection
    }

    /// The only shard has seen each piece before the next is sent: it has answered somebody else in between.
    private func send(_ bytes: [UInt8], cutAt cuts: [Int], _ connection: RawConnection, _ server: ScriptedServer) throws
    {
        let other = try server.connect()
        var start = 0
        for cut in cuts + [bytes.count] where cut > start && cut <= bytes.count {
            guard connection.send(Array(bytes[start..<cut])) else { return }
            start = cut
            if cut == bytes.count { break }
            other.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
            try #require(other.receiveResponse().body == "none 0")
        }
    }

    // MARK: Long request lines

    @Test(arguments: EveryLibraryTests.refused, [6_090, 6_120, 6_121, 6_122, 6_130, 6_200, 8_000])
    func aHeadWithALongTargetIsRefusedAlike(refused: EveryLibraryTests.Refused, count: Int) throws {
        let server = try makeServer()
        let target = "/" + String(repeating: "t", count: count)
        let bytes = Array("POST \(target) HTTP/1.1\r\nHost: x\r\n\(refused.fields)\r\n".utf8)
        for cuts in [[], [3_000], [count + 17]] {
            let connection = try server.connect()
            try send(bytes, cutAt: cuts, connection, server)
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.withoutDate == refused.answer)
            #expect(answer.ending == .end)
            waitUntil { server.records.last?.target == target }
            let record = try #require(server.records.last)
            #expect(record.target == target)
            #expect(record.outcome.status == Int(refused.statusLine.prefix(3)))
            #expect(record.outcome.end == .closed)
            #expect(record.outcome.bytesSent == answer.bytes.count)
        }
        #expect(server.refusals.isEmpty)
    }

    @Test(arguments: [6_090, 6_120, 6_121, 6_122, 6_130, 6_200, 8_000])
    func aHeadWithALongTargetIsRead(count: Int) throws {
        let server = try makeServer()
        let target = "/" + String(repeating: "t", count: count)
        let cookies = String(repeating: "a=b; ", count: 8) + "z=z"
        for cuts in [[], [3_000], [count + 17]] {
            let connection = try server.connect()
            let head = "GET \(target) HTTP/1.1\r\nHost: x\r\nCookie: \(cookies)\r\nX-Last: end\r\n\r\n"
            try send(Array(head.utf8), cutAt: cuts, connection, server)
            #expect(connection.receiveResponse().body == "end 43")
            connection.send(Self.get)
            #expect(connection.receiveResponse().body == "none 0")
        }
        #expect(server.refusals.isEmpty)
    }

    @Test func aFirstHeadThatLeavesNoRoomIsA431OfOurs() throws {
        let server = try makeServer()
        let target = "/" + String(repeating: "t", count: 11_000)
        let connection = try server.connect()
        connection.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 431 ") && answer.text.contains("--max-head"), "\(answer)")
        #expect(server.records(1).first?.target == target)
    }

    // MARK: Large limits

    @Test(arguments: [40 << 10, 64 << 10, 1 << 20, 5 << 20], [false, true])
    func headsOfManyKilobytesAreJudged(size: Int, isSecond: Bool) throws {
        let server = try makeServer { $0.maximumHead = 2 * size }
        let filler = String(repeating: "a", count: size)
        let cuts = [[], [20, size / 3, size / 2], [size + 60]]
        for cuts in cuts {
            let connection = try connect(server, isSecond: isSecond)
            let head = "GET / HTTP/1.1\r\nHost: x\r\nX-A: \(filler)\r\nCookie: a=b; c=d\r\nX-Last: end\r\n\r\n"
            try send(Array(head.utf8), cutAt: cuts, connection, server)
            let answer = connection.receiveResponse(within: .seconds(60))
            #expect(answer.body == "end 8", "\(cuts)")
        }
        for cuts in cuts {
            let connection = try connect(server, isSecond: isSecond)
            let head = "GET /refused HTTP/1.1\r\nHost: x\r\nX-A: \(filler)\r\nX-B: a\r\n b\r\n\r\n"
            try send(Array(head.utf8), cutAt: cuts, connection, server)
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 400 ") && answer.text.contains("RFC 9112"), "\(cuts)")
            waitUntil { server.records.last?.target == "/refused" }
            #expect(server.records.last?.target == "/refused")
        }
        #expect(server.refusals.isEmpty)
    }

    // MARK: Bounds

    /// Around the sizes of libmicrohttpd's buffer and pool, and the bound of a head: with few fields and with many, as the
    /// first head of a connection and behind another one, whole and byte by byte.
    @Test(arguments: [2_048, 2_560, 4_096, 12_288 - 1_536 - 128, 12_288], [false, true])
    func headsAroundEachBoundAreAnsweredAlike(bound: Int, isSecond: Bool) throws {
        let server = try makeServer()
        var statuses: Set<Substring> = []
        for (fields, sizes) in [(2, -16...16), (20, -4...4)] {
            for size in sizes.map({ bound + $0 }) {
                var head = "GET / HTTP/1.1\r\nHost: x\r\n" + (2..<fields).map { "X-\($0): \($0)\r\n" }.joined()
                head += "X-Last: "
                head += String(repeating: "a", count: size - head.utf8.count - 4) + "\r\n\r\n"
                let bytes = Array(head.utf8)
                let answers = try [[bytes], bytes.map { [$0] }].map { pieces in
                    let connection = try connect(server, isSecond: isSecond)
                    for piece in pieces where !connection.send(piece) { break }
                    return connection.receiveResponse().text.withoutDate
                }
                #expect(answers[0] == answers[1], "\(size) bytes, \(fields) fields")
                statuses.insert(answers[0].prefix(12))
            }
        }
        #expect(statuses.isSubset(of: ["HTTP/1.1 200", "HTTP/1.1 431"]), "\(statuses)")
        #expect(statuses.contains(bound < 10_000 ? "HTTP/1.1 200" : "HTTP/1.1 431"))
        #expect(server.refusals.isEmpty)
    }

    /// The library has a buffer of 2 KiB: larger requests are for our own reader, first ones and later ones.
    @Test(arguments: [false, true]) func bodiesAroundTheBufferAreRead(isSecond: Bool) throws {
        let server = try makeServer()
        var wanted: [[UInt8]] = []
        for count in Array(1_960...2_060) + [2_559, 2_560, 4_095, 4_096, 4_097, 100_000] {
            let connection = try connect(server, isSecond: isSecond)
            let body = String(repeating: "b", count: count)
            for target in ["/first", "/next"] {
                connection.send("POST \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n\(body)")
                #expect(connection.receiveResponse().body == "none 0", "\(count)")
                wanted.append(Array(body.utf8.prefix(16 << 10)))
            }
        }
        waitUntil { server.records.count { $0.target != "/" } == wanted.count }
        #expect(server.records.filter { $0.target != "/" }.map(\.body) == wanted)
        #expect(server.refusals.isEmpty)
    }

    /// The library's pool has room for one request and its fields, and not for others behind it.
    @Test(arguments: [1, 18, 31, 40], [false, true])
    func requestsBehindOneWithManyFieldsAreAnswered(fields: Int, isSecond: Bool) throws {
        let server = try makeServer()
        let lines = (0..<fields).map { "H\($0): v\r\n" }.joined()
        for count in [1, 30, 65] {
            let connection = try connect(server, isSecond: isSecond)
            let next = "GET /next HTTP/1.1\r\nHost: x\r\nX-Last: end\r\n\r\n"
            connection.send(
                "GET / HTTP/1.1\r\nHost: x\r\n\(lines)X-Last: first\r\n\r\n" + String(repeating: next, count: count))
            let answers = connection.receive(within: .seconds(60)) { bytes in
                String(decoding: bytes, as: UTF8.self).components(separatedBy: "end 0").count > count
            }
            #expect(answers.ending == .open && answers.body.hasPrefix("first 0HTTP/1.1 200 OK"), "\(count)")
            #expect(answers.text.components(separatedBy: "HTTP/1.1 200 ").count == count + 2, "\(count)")
        }
        #expect(server.refusals.isEmpty)
    }

    // MARK: Pieces

    private static let cookies42 = "Cookie: " + String(repeating: "name=value; ", count: 41) + "z=z\r\n"
    private static let cookies400 = "Cookie: " + String(repeating: "a=b; ", count: 400) + "z=z\r\n"
    private static let cookies1200 = "Cookie: " + String(repeating: "a=b; ", count: 1200) + "z=z\r\n"
    private static let longCookie = "Cookie: a=" + String(repeating: "b", count: 4_000) + "\r\n"
    private static let longValue = "X-A: " + String(repeating: "b", count: 4_000) + "\r\n"
    private static let longerValue = "X-A: " + String(repeating: "b", count: 9_000) + "\r\n"
    private static let manyFields = (0..<60).map { "X-\($0): \($0)\r\n" }.joined()

    @Test(
        arguments: [cookies42, cookies400, cookies1200, longCookie, longValue, longerValue, manyFields], [false, true])
    func whereAHeadIsCutMakesNoDifference(fields: String, isSecond: Bool) throws {
        let server = try makeServer()
        let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\n\(fields)X-Last: end\r\n\r\n".utf8)
        let size = fields.hasPrefix("Cookie: ") ? fields.utf8.count - 10 : 0
        let cuts = [
            [], [10], [16], [17], [20], [30], [34], [100], [bytes.count / 2], [bytes.count - 3], [20, 40, 1_000],
            Array(stride(from: 1, to: bytes.count, by: 97)),
        ]
        for cuts in cuts {
            let connection = try connect(server, isSecond: isSecond)
            for _ in 0..<2 {
                try send(bytes, cutAt: cuts, connection, server)
                let answer = connection.receiveResponse()
                #expect(answer.body == "end \(size)", "\(cuts.prefix(4)): \(answer.text.prefix(40))")
            }
        }
        #expect(server.refusals.isEmpty)
    }

    @Test(arguments: [
        "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\nContent-Length: 5\r\n",
    ])
    func aBodyFollowsAHeadWithCookiesThatCameInPieces(fields: String) throws {
        let server = try makeServer()
        let head = "POST /body HTTP/1.1\r\nHost: x\r\n\(fields)Cookie: a=b; c=d\r\nX-Last: end\r\n\r\n"
        let body = fields.hasPrefix("T") ? "5\r\nabcde\r\n0\r\n\r\n" : "abcde"
        for cut in [20, 21, 22, 30, head.utf8.count - 1] {
            let connection = try connect(server, isSecond: true)
            for end in ["", "Connection: close\r\n"] {
                let all = head.dropLast(1) + end + "\r\n" + body + (end.isEmpty ? Self.get : "")
                try send(Array(all.utf8), cutAt: [cut], connection, server)
                let last = end.isEmpty ? "none 0" : "end 8"
                let answer = connection.receive(within: .seconds(60)) {
                    $0.suffix(last.utf8.count).elementsEqual(last.utf8)
                }
                #expect(answer.text.contains("end 8") && answer.text.hasSuffix(last), "\(cut): \(answer)")
                if !end.isEmpty { #expect(connection.receive(within: .seconds(60)).ending == .end) }
            }
        }
        waitUntil { server.records.count { $0.target == "/body" } == 10 }
        #expect(
            server.records.filter { $0.target == "/body" }.map(\.body)
                == Array(repeating: Array("abcde".utf8), count: 10))
    }

    // MARK: Bare line feeds

    @Test(arguments: [
        ("GET /b HTTP/1.0\n\n", "GET /c HTTP/1.0\r\n\r\n"), ("GET /b HTTP/1.0\n\n", "GET /c HTTP/1.0\n\n"),
        ("GET /b HTTP/1.0\n\n", "X-A: b\r\n\r\n"), ("GET /b HTTP/1.0\n\n", "X-A: b\n\n"),
        ("GET /b HTTP/1.0\n\n", ""), ("GET /b HTTP/1.0\n\r\n", "X-A: b\r\n\r\n"),
        ("GET /b HTTP/1.0\r\n\n", "X-A: b\r\n\r\n"),
    ])
    func bytesBehindAHeadWithoutFieldsAreNoPartOfIt(head: String, behind: String) throws {
        let server = try makeServer()
        let connection = try connect(server, isSecond: true)
        connection.send(head + behind)
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        #expect(answer.body == "none 0")
        #expect(answer.ending != .open)
        #expect(server.records(2).map(\.target) == ["/", "/b"])
    }

    @Test(arguments: ["", "X-A: b\r\n\r\n", "GET /c HTTP/1.1\r\nHost: x\r\n\r\n"])
    func aSecondHeadWithoutFieldsHasNoHost(behind: String) throws {
        let server = try makeServer()
        let connection = try connect(server, isSecond: true)
        connection.send("GET /b HTTP/1.1\n\n" + behind)
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.contains("an HTTP/1.1 request needs a Host field (RFC 9112, 3.2)"), "\(answer)")
        #expect(answer.ending != .open)
        #expect(server.records(2).map(\.target) == ["/", "/b"])
    }

    @Test func aHeadOfHTTP10MayBeCutBehindItsRequestLine() throws {
        let server = try makeServer()
        let connection = try connect(server, isSecond: true)
        let line = "GET /b HTTP/1.0\r\n"
        try send(Array((line + "X-A: a\r\n b\r\n\r\n").utf8), cutAt: [line.utf8.count], connection, server)
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.text.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        #expect(server.records.contains { $0.target == "/b" })
    }

    // MARK: Deadlines

    /// The wait for a next head is long, that for its rest is not.
    @Test func theRestOfALaterHeadIsAwaitedAsLongAsThatOfAFirst() throws {
        let server = try makeServer {
            $0.deadlines.firstHead = 5_000_000_000
            $0.deadlines.nextHead = 600_000_000_000
        }
        let head = Array("GET /rest HTTP/1.1\r\nHost: x\r\nX-A: b\r\n\r\n".utf8)
        var partial: [RawConnection] = []
        for count in 1..<head.count {
            let connection = try connect(server, isSecond: true)
            connection.send(Array(head.prefix(count)))
            partial.append(connection)
        }
        let idle = try connect(server, isSecond: true)
        let begin = ContinuousClock.now
        for connection in partial { #expect(connection.receive(within: .seconds(60)).ending == .end) }
        #expect(ContinuousClock.now - begin < .seconds(300))
        #expect(idle.receive(within: .milliseconds(1_000)).ending == .open)
        idle.send(Self.get)
        #expect(idle.receiveResponse().body == "none 0")
    }

    @Test func theRestOfALaterHeadHasItsTimeHoweverLongTheConnectionWasIdle() throws {
        let server = try makeServer { $0.deadlines.firstHead = 5_000_000_000 }
        let connection = try connect(server, isSecond: true)
        // Longer than the deadline in all, and far from it behind the first byte of the head.
        #expect(connection.receive(within: .milliseconds(4_500)).ending == .open)
        connection.send("GET / HTTP/1.1\r\nHost: x\r\nX-La")
        #expect(connection.receive(within: .milliseconds(1_000)).ending == .open)
        connection.send("st: end\r\n\r\n")
        #expect(connection.receiveResponse().body == "end 0")
    }

    // MARK: No requests

    /// What each of them comes to behind a request: the answer's status, and whether it has a request line.
    private static let noRequests = [
        ("hello\r\n\r\n", 400, false), ("hello world\r\n\r\n", 400, false),
        ("\u{16}\u{3}\u{1}\u{2}\0\u{1}aaaaaa\n", 400, false), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, true),
        ("GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n", 400, false), ("GET /\u{B}HTTP/1.1\r\nHost: x\r\n\r\n", 400, false),
        ("GET /\u{C}HTTP/1.1\r\nHost: x\r\n\r\n", 400, false), ("GET\r/ HTTP/1.1\r\nHost: x\r\n\r\n", 400, false),
        ("\0\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", 400, false), ("GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n", 400, false),
        ("GET /x\r\n\r\n", 400, false), ("GET / http/1.1\r\nHost: x\r\n\r\n", 400, false),
    ]

    /// How it comes: by itself, with the request before it, or with the end of that one's body.
    enum Place: CaseIterable { case alone, behindHead, behindBody }

    @Test(arguments: noRequests, Place.allCases)
    func whatIsNoRequestIsRefusedBehindOneToo(
        opening: (bytes: String, status: Int, hasLine: Bool), place: Place
    ) throws {
        let server = try makeServer()
        let connection = try connect(server, isSecond: true)
        switch place {
        case .alone: break
        case .behindHead: connection.send(Self.get + opening.bytes)
        case .behindBody:
            connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
            #expect(waitUntil { server.decided == 2 })
            connection.send("abc" + opening.bytes)
        }
        if place == .alone { connection.send(opening.bytes) }
        let answer = connection.receive(within: .seconds(60))
        let refusal = (place == .alone ? "" : "none 0") + "HTTP/1.1 \(opening.status) "
        #expect(answer.text.contains(refusal) && answer.text.contains("\"detail\""), "\(answer)")
        #expect(answer.ending == .end)
        let answered = place == .alone ? 1 : 2
        var entries: Int { server.foreignStarts.count + server.records.count - answered }
        waitUntil { entries > 0 }
        #expect(entries == 1)
        #expect(server.records.count == answered + (opening.hasLine ? 1 : 0))
        let seen = opening.hasLine ? server.records.last?.outcome.status : server.foreignStarts.first?.status
        #expect(seen == opening.status)
        if !opening.hasLine { #expect(server.foreignStarts.first?.bytes == Array(opening.bytes.utf8)) }
        #expect(server.refusals.isEmpty)
    }

    /// The stream's end may be there before what is in front of it has been read.
    @Test(arguments: noRequests)
    func whatIsNoRequestIsRecordedIfTheClientLeavesRightBehindIt(
        opening: (bytes: String, status: Int, hasLine: Bool)
    ) throws {
        let server = try makeServer()
        for round in 1...20 {
            let connection = try connect(server, isSecond: true)
            connection.send(opening.bytes)
            connection.close()
            var entries: Int { server.foreignStarts.count + server.records.count - round }
            waitUntil { entries >= round && server.server.connectionCount == 0 }
            #expect(entries == round)
        }
        #expect(server.records.count == (opening.hasLine ? 40 : 20))
    }

    /// The reader that has the head depends on how much of it has come: each of them reports it.
    @Test(arguments: [false, true])
    func aHeadThatIsCutOffIsRecorded(isSecond: Bool) throws {
        let server = try makeServer()
        let head = Array("GET /rest HTTP/1.1\r\nHost: x\r\nX-A: b\r\n\r\n".utf8)
        let counts = Array(1..<head.count)
        for (number, count) in counts.enumerated() {
            let connection = try connect(server, isSecond: isSecond)
            connection.send(Array(head.prefix(count)))
            if count.isMultiple(of: 2) { connection.close() } else { connection.finishSending() }
            waitUntil { server.foreignStarts.count > number && server.server.connectionCount == 0 }
            #expect(server.foreignStarts.count == number + 1)
            let start = try #require(server.foreignStarts.last)
            #expect(start.kind == .cutOff && start.count == count && start.status == 0, "\(start)")
            #expect(start.end == .abandoned)
            #expect(start.bytes == Array(head.prefix(count)))
        }
        #expect(server.records.count == (isSecond ? counts.count : 0))
        #expect(server.refusals.isEmpty)
    }

    @Test func aHeadThatDoesNotComeInTimeIsRecorded() throws {
        let server = try makeServer { $0.deadlines.firstHead = 5_000_000_000 }
        let openings = ["G", "GET /", "GET / HTTP/1.1\r\nHost: x\r\nX", "\u{16}", "PRI *"]
        let later = try connect(server, isSecond: true)
        later.send("GET /late")
        let connections = try openings.map { opening in
            let connection = try server.connect()
            connection.send(opening)
            return connection
        }
        for connection in connections + [later] {
            let answer = connection.receive(within: .seconds(60))
            #expect(
                answer.text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n") && answer.text.contains("head"), "\(answer)")
            #expect(answer.text.contains("\r\nContent-Type: application/problem+json\r\n"))
            #expect(answer.text.contains("\r\nConnection: close\r\n") && answer.ending == .end)
        }
        #expect(waitUntil { server.foreignStarts.count > openings.count })
        let starts = server.foreignStarts
        #expect(starts.allSatisfy { $0.kind == .cutOff && $0.end == .closed && $0.status == 408 && $0.sent > 100 })
        #expect(
            starts.map { String(decoding: $0.bytes, as: UTF8.self) }.sorted() == (openings + ["GET /late"]).sorted())
    }

    /// A client that has sent nothing asks for nothing (RFC 9112, 9.8).
    @Test func aConnectionOnWhichNothingCameIsClosedWithoutAWord() throws {
        let server = try makeServer {
            $0.deadlines.firstHead = 1_000_000_000
            $0.deadlines.nextHead = 1_000_000_000
        }
        let (first, later) = (try server.connect(), try connect(server, isSecond: true))
        for connection in [first, later] {
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.bytes.isEmpty && answer.ending == .end, "\(answer)")
        }
        #expect(server.foreignStarts.isEmpty && server.refusals.isEmpty)
    }

    /// Some clients send an empty line behind a request (RFC 9112, 2.2).
    @Test func anEmptyLineBehindARequestIsNoEntry() throws {
        let server = try makeServer()
        for end in ["\r\n", "\n"] {
            let connection = try connect(server, isSecond: true)
            connection.send(end)
            connection.finishSending()
            #expect(connection.receive(within: .seconds(60)).ending == .end)
        }
        #expect(waitUntil { server.server.connectionCount == 0 })
        #expect(server.foreignStarts.isEmpty && server.refusals.isEmpty)
    }

    @Test func theEndOfAConnectionIsNoForeignOpening() throws {
        let server = try makeServer { $0.deadlines.nextHead = 300_000_000 }
        for way in 0..<4 {
            let connection = try connect(server, isSecond: true)
            switch way {
            case 0: connection.close()
            case 1: connection.reset()
            case 2: connection.finishSending()
            default: #expect(connection.receive(within: .seconds(60)).ending == .end)
            }
            #expect(waitUntil { server.server.connectionCount == 0 })
        }
        let connection = try connect(server, isSecond: true)
        server.server.stop()
        _ = connection
        #expect(server.foreignStarts.isEmpty)
        #expect(server.refusals.isEmpty)
    }
}
