import GatewayServer
import TestSupport
import Testing
import Wire

/// What one version of libmicrohttpd lets pass, joins or answers by itself, and another does not: the same bytes, the
/// same ending and the same record with every one of them. `make test-libraries` runs this with each.
@Suite(.blocking) struct EveryLibraryTests {
    static let hello = Reply(status: 200, contentType: "text/plain", text: "hello").script(number: 1)
    static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    struct Refused: CustomTestStringConvertible {
        let what: String
        /// Behind `POST /refused HTTP/1.1` and a Host.
        let fields: String
        let statusLine: String
        let detail: String
        var testDescription: String { what }
        var bytes: String { "POST /refused HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n" }

        init(_ what: String, _ fields: String, _ statusLine: String, _ detail: String) {
            self.what = what
            self.fields = fields
            self.statusLine = statusLine
            self.detail = detail
        }

        /// All of the answer, but for its date.
        var answer: String {
            let status = statusLine.split(separator: " ", maxSplits: 1)
            let body =
                "{\n  \"type\": \"about:blank\",\n  \"title\": \"\(status[1])\",\n  \"status\": \(status[0]),\n"
                + "  \"detail\": \"\(detail)\"\n}\n"
            return "HTTP/1.1 \(statusLine)\r\nContent-Type: application/problem+json\r\nConnection: close\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        }
    }

    private static let broken =
        "a field line has no colon, a NUL or a bare CR, or is continued on the next line (RFC 9110, 5.5; RFC 9112, 2.2, 5 and 5.2)"
    private static let coding = "the only transfer coding here is chunked (RFC 9112, 6.1)"
    private static let length = "the body is larger than this gateway takes; see --max-body"

    static let refused = [
        Refused("folded line", "X-A: a\r\n  b\r\nX-B: c\r\n", "400 Bad Request", broken),
        Refused("line folded by a tab", "X-A: a\r\n\tb\r\n", "400 Bad Request", broken),
        Refused("folded empty line", "X-A: a\r\n \r\n", "400 Bad Request", broken),
        Refused("no colon", "X-A\r\n", "400 Bad Request", broken),
        Refused("NUL in a value", "X-A: a\0b\r\n", "400 Bad Request", broken),
        Refused("bare CR in a value", "X-A: a\rb\r\n", "400 Bad Request", broken),
        Refused("unknown transfer coding", "Transfer-Encoding: x-martian\r\n", "501 Not Implemented", coding),
        Refused("two transfer codings", "Transfer-Encoding: gzip, chunked\r\n", "501 Not Implemented", coding),
        Refused("length of 19 digits", "Content-Length: 9223372036854775807\r\n", "413 Content Too Large", length),
        Refused("length of 20 digits", "Content-Length: 99999999999999999999\r\n", "413 Content Too Large", length),
        Refused(
            "length with a sign", "Content-Length: +3\r\n", "400 Bad Request",
            "Content-Length is not a decimal number (RFC 9112, 6.2)"),
        Refused(
            "differing lengths", "Content-Length: 3\r\nContent-Length: 4\r\n", "400 Bad Request",
            "the Content-Length fields differ (RFC 9112, 6.3)"),
        Refused(
            "length beside chunked", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "400 Bad Request",
            "Content-Length beside Transfer-Encoding is how requests are smuggled (RFC 9112, 6.1)"),
        Refused(
            "repeated Host", "host: x\r\n", "400 Bad Request", "a request has at most one Host field (RFC 9112, 3.2)"),
        Refused(
            "blank before the colon", "X-A : a\r\n", "400 Bad Request", "a field name is not a token (RFC 9110, 5.1)"),
        Refused("empty name", ": a\r\n", "400 Bad Request", "a field name is not a token (RFC 9110, 5.1)"),
    ]

    /// How the request comes.
    enum Way: CaseIterable { case whole, byteByByte, asTheSecond, asTheSecondByteByByte, behindAnother }

    @Test(arguments: refused, Way.allCases)
    func aRefusalIsOurs(request: Refused, way: Way) throws {
        let server = try ScriptedServer(Self.hello) { $0.shards = 1 }
        let connection = try server.connect()
        switch way {
        case .whole: connection.send(request.bytes)
        case .byteByByte: try sendByteByByte(request.bytes, connection, server)
        case .asTheSecond:
            connection.send(Self.get)
            try #require(connection.receiveResponse().body == "hello")
            connection.send(request.bytes)
        case .asTheSecondByteByByte:
            connection.send(Self.get)
            try #require(connection.receiveResponse().body == "hello")
            try sendByteByByte(request.bytes, connection, server)
        case .behindAnother: connection.send(Self.get + request.bytes)
        }
        let answer = connection.receive(within: .seconds(60))
        let isBehind = way == .behindAnother
        #expect(answer.text.withoutDate.hasSuffix(request.answer), "\(answer)")
        #expect(isBehind || answer.text.withoutDate == request.answer)
        #expect(answer.ending == .end)
        let isFirst = way == .whole || way == .byteByByte
        waitUntil { server.records.count { $0.target != "/other" } == (isFirst ? 1 : 2) }
        let record = try #require(server.records.first { $0.target == "/refused" })
        #expect(record.outcome.status == Int(request.statusLine.prefix(3)))
        #expect(record.outcome.end == .closed)
        let before = isBehind ? server.records[0].outcome.bytesSent : 0
        #expect(record.outcome.bytesSent == answer.bytes.count - before)
        #expect(server.refusals.isEmpty)
    }

    /// The only shard has seen each byte before the next is sent: it has answered somebody else in between.
    private func sendByteByByte(_ bytes: String, _ connection: RawConnection, _ server: ScriptedServer) throws {
        let other = try server.connect()
        for byte in bytes.utf8 {
            guard connection.send([byte]) else { return }
            other.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
            try #require(other.receiveResponse().body == "hello")
        }
    }

    @Test func aMissingHostIsRefusedWithARecord() throws {
        let server = try ScriptedServer(Self.hello)
        for fields in ["", "X-A: b\r\n"] {
            let connection = try server.connect()
            connection.send("GET /nobody HTTP/1.1\r\n\(fields)\r\n")
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.contains("an HTTP/1.1 request needs a Host field (RFC 9112, 3.2)"), "\(answer)")
            #expect(answer.ending == .end)
        }
        #expect(server.records(2).map(\.target) == ["/nobody", "/nobody"])
        #expect(server.refusals.isEmpty)
    }

    @Test func cookiesAreTakenUpToTheLimitOfAHeadAndMoreAreA431OfOurs() throws {
        for isSecond in [false, true] {
            for (cookie, count, status) in [
                ("a=b; ", 1, 200), ("a=b; ", 400, 200), ("a=b; ", 1200, 200), ("a=b; ", 2000, 200),
                ("name=" + String(repeating: "v", count: 120) + "; ", 75, 200), ("a=b; ", 2200, 431),
            ] {
                let server = try ScriptedServer({ _ in }) { exchange in
                    let cookies = exchange.request.first(Array("cookie".utf8))
                    let text = cookies.map { "\($0.count)" } ?? "none"
                    return .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: text).script()))
                }
                let connection = try server.connect()
                if isSecond {
                    connection.send(Self.get)
                    try #require(connection.receiveResponse().body == "none")
                }
                let cookies = String(repeating: cookie, count: count) + "z=z"
                connection.send("GET /cookies HTTP/1.1\r\nHost: x\r\nCookie: \(cookies)\r\n\r\n")
                let answer = connection.receiveResponse()
                #expect(answer.text.hasPrefix("HTTP/1.1 \(status) "), "\(count) of \(cookie): \(answer)")
                if status == 200 { #expect(answer.body == "\(cookies.utf8.count)") }
                #expect(server.records(isSecond ? 2 : 1).last?.target == "/cookies")
                #expect(server.refusals.isEmpty)
            }
        }
    }

    /// Lines that end in a bare LF are taken (RFC 9112, 2.2).
    @Test(arguments: [
        "GET / HTTP/1.1\nHost: x\n\n", "GET / HTTP/1.1\r\nHost: x\n\r\n", "GET / HTTP/1.0\n\n",
        "\r\n\r\nGET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\r\n\n", "\nGET / HTTP/1.1\r\nHost:x\r\nX-Empty:\r\nX-Blank: \t \r\n\r\n",
    ])
    func linesMayEndInABareLF(request: String) throws {
        let server = try ScriptedServer(Self.hello) { $0.shards = 1 }
        let whole = try server.connect()
        whole.send(request)
        #expect(whole.receiveResponse().body == "hello")
        let drop = try server.connect()
        try sendByteByByte(request, drop, server)
        #expect(drop.receiveResponse().body == "hello")
        let second = try server.connect()
        second.send(Self.get)
        try #require(second.receiveResponse().body == "hello")
        second.send(request)
        #expect(second.receiveResponse().body == "hello")
        let secondDrop = try server.connect()
        secondDrop.send(Self.get)
        try #require(secondDrop.receiveResponse().body == "hello")
        try sendByteByByte(request, secondDrop, server)
        #expect(secondDrop.receiveResponse().body == "hello")
    }

    /// The rest of a head that came in part may not come: the client may go, or the server stop.
    @Test func aSecondHeadMayBreakOffAnywhere() throws {
        let server = try ScriptedServer(Self.hello) { $0.deadlines.firstHead = 5_000_000_000 }
        let head = Array("GET /rest HTTP/1.1\r\nHost: x\r\nX-A: b\r\n\r\n".utf8)
        var silent: [RawConnection] = []
        for count in 1..<head.count {
            for way in 0..<4 {
                let connection = try server.connect()
                connection.send(Self.get)
                try #require(connection.receiveResponse().body == "hello")
                connection.send(Array(head.prefix(count)))
                switch way {
                case 0: connection.close()
                case 1: connection.reset()
                case 2:
                    connection.finishSending()
                    let rest = connection.receive(within: .seconds(60))
                    #expect(rest.bytes.isEmpty && rest.ending == .end, "\(count): \(rest)")
                default: silent.append(connection)
                }
            }
        }
        for connection in silent {
            let rest = connection.receive(within: .seconds(60))
            #expect(rest.text.hasPrefix("HTTP/1.1 408 ") && rest.ending == .end, "\(rest)")
        }
        #expect(waitUntil { server.server.connectionCount == 0 })
        #expect(server.refusals.isEmpty)
    }

    @Test func stoppingEndsHeadsThatCameInPart() throws {
        let server = try ScriptedServer(Self.hello)
        var connections: [RawConnection] = []
        for _ in 0..<20 {
            let connection = try server.connect()
            connection.send(Self.get)
            try #require(connection.receiveResponse().body == "hello")
            connection.send("GET /rest HTTP/1.1\r\nHost: x\r\nX")
            connections.append(connection)
        }
        server.server.stop()
        #expect(server.server.connectionCount == 0)
        for connection in connections { #expect(connection.receive(within: .seconds(60)).ending != .open) }
    }

    @Test func aSecondHeadThatIsTooLargeIsA431OfOurs() throws {
        let server = try ScriptedServer(Self.hello)
        for size in [12_000, 13_000, 40_000] {
            let connection = try server.connect()
            connection.send(Self.get)
            try #require(connection.receiveResponse().body == "hello")
            let value = String(repeating: "a", count: size)
            connection.send("GET /large HTTP/1.1\r\nHost: x\r\nX-A: \(value)\r\n\r\n")
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.text.hasPrefix("HTTP/1.1 431 ") && answer.text.contains("--max-head"), "\(answer)")
        }
        #expect(server.records(6).filter { $0.target == "/large" }.count == 3)
        #expect(server.refusals.isEmpty)
    }

    @Test func headsOfEverySizeAreReadAlike() throws {
        for size in [100, 2_000, 2_050, 6_000, 6_143, 6_144, 6_145, 6_200, 9_000, 10_500] {
            for isSecond in [false, true] {
                let server = try ScriptedServer({ _ in }) { exchange in
                    let last = exchange.request.first(Array("x-last".utf8))
                    let text = last.map { exchange.request.text($0) } ?? "none"
                    return .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: text).script()))
                }
                let connection = try server.connect()
                if isSecond {
                    connection.send(Self.get)
                    try #require(connection.receiveResponse().body == "none")
                }
                let frame = "GET / HTTP/1.1\r\nHost: x\r\nX-A: \r\nX-Last: end\r\n\r\n".utf8.count
                let filler = String(repeating: "a", count: size - frame)
                connection.send("GET / HTTP/1.1\r\nHost: x\r\nX-A: \(filler)\r\nX-Last: end\r\n\r\n")
                #expect(connection.receiveResponse().body == "end")
                connection.send("POST /refused HTTP/1.1\r\nHost: x\r\nX-A: \(filler)\r\n b\r\n\r\n")
                let answer = connection.receive(within: .seconds(60))
                #expect(answer.text.hasPrefix("HTTP/1.1 400 "), "\(size): \(answer)")
                #expect(server.records(isSecond ? 3 : 2).last?.target == "/refused")
            }
        }
    }
}
