import Mishap
import TestSupport
import Testing

/// What rules look at inside of a request, over the wire.
@Suite(.descriptors) struct ContentMatchingTests {
    private static let rules = #"""
        { "name": "unread", "match": { "path": "/unread" }, "steps": [ { "fail": "tcp/reset-mid-upload" } ] },
        { "name": "json", "match": { "json": { "/items/*/id": 7, "/note": { "like": { "tags": ["a", "c"] } } } },
          "steps": [ { "reply": { "text": "json" } } ] },
        { "name": "form", "match": { "form": { "name": { "startsWith": "é" } } }, "steps": [ { "reply": { "text": "form" } } ] },
        { "name": "body", "match": { "path": "/text", "body": { "matches": "a+" } }, "steps": [ { "reply": { "text": "body" } } ] },
        { "name": "cookie", "match": { "cookies": { "session": "s1" } }, "steps": [ { "reply": { "text": "cookie" } } ] },
        { "name": "any", "match": { "any": [ { "method": "PUT" }, { "path": "/any" } ], "not": { "query": { "no": { "exists": true } } } },
          "steps": [ { "reply": { "text": "any" } } ] }
        """#

    private let gateway: RunningGateway

    init() throws { gateway = try RunningGateway(rules: Self.rules) }

    private func send(
        _ body: [UInt8], to target: String = "/", method: String = "POST", _ fields: String...
    ) throws -> RawConnection.Received {
        let connection = try gateway.connect()
        connection.send(request(target, ["Content-Length: \(body.count)"] + fields, method: method))
        connection.send(body)
        return connection.receiveResponse()
    }

    @Test func eachKindFindsItsRequests() throws {
        let json = #"{"note":{"tags":["a","b","c"]},"items":[{"id":1},{"id":7.0}]}"#
        #expect(try send(Array(json.utf8)).body == "json")
        let encoded = "Content-Type: application/x-www-form-urlencoded"
        #expect(try send(Array("name=x&name=%C3%A9t%C3%A9".utf8), encoded).body == "form")
        let parts = "--b\r\nContent-Disposition: form-data; name=\"name\"; filename=\"f\"\r\n\r\né\r\n--b--\r\n"
        #expect(try send(Array(parts.utf8), "Content-Type: multipart/form-data; boundary=b").body == "form")
        #expect(try send(Array("aaa".utf8), to: "/text").body == "body")
        #expect(try gateway.ask("/", "Cookie: a=b; session=s1").body == "cookie")
        #expect(try gateway.ask("/", method: "PUT").body == "any")
        #expect(try gateway.ask("/any").body == "any")
        #expect(try gateway.ask("/any?no=1").status == 404)
    }

    @Test func a404SaysWhatDifferedInside() throws {
        let gateway = try RunningGateway(
            rules: #"{ "match": { "json": { "/id": 7 } }, "steps": [ { "reply": {} } ] }"#)
        let connection = try gateway.connect()
        connection.send(request("/", ["Content-Length: 8"], method: "POST") + #"{"id":8}"#)
        let answer = connection.receiveResponse()
        #expect(answer.status == 404)
        #expect(answer.body.contains(#"JSON at \"/id\" is 8, the rule wants 7"#))
    }

    @Test func brokenAndVeryDeepBodiesAreAnsweredAtOnce() throws {
        for body in [
            Array(String(repeating: "[", count: 100_000).utf8),
            Array(String(repeating: #"{"items":["#, count: 100_000).utf8),
            Array("{\"items\":[{\"id\":1\(String(repeating: "0", count: 1_000_000))}]}".utf8),
            [0x22, 0xFF, 0xFE, 0x22],
            Array(#"{"note":"\ud800"}"#.utf8), Array("{".utf8),
        ] {
            #expect(try send(body).status == 404)
        }
        #expect(try gateway.ask("/any").body == "any")
    }

    @Test func whatIsDecidedAtTheHeadStrikesBeforeTheBodyOfOthersIsRead() async throws {
        try await aside { [gateway] in
            let connection = try gateway.connect()
            connection.send(request("/unread", ["Content-Length: 100"], method: "POST") + "a")
            #expect(connection.receive(within: .seconds(60)).description == " [ECONNRESET]")
        }
    }
}
