import Mishap
import TestSupport
import Testing

/// Situations that users of servers and mocks have reported, each with its bytes and its ending.
@Suite(.descriptors) struct FieldSituationTests {
    /// What is sent on one connection, and what comes back, without `Date` fields.
    struct Exchange: Sendable {
        let request: String
        let answer: String
        /// Behind the answer; nothing more came where it is still open.
        var ending = RawConnection.Ending.open
    }

    struct Situation: Sendable, CustomTestStringConvertible {
        let name: String
        let scenario: String
        let exchanges: [Exchange]
        var testDescription: String { name }
    }

    @Test(arguments: situations) func itIsSaidAndHappens(situation: Situation) throws {
        let gateway = try RunningGateway(["main": situation.scenario])
        var connection = try gateway.connect()
        for exchange in situation.exchanges {
            connection.send(exchange.request)
            let received = connection.receive(within: .seconds(60)) {
                // An answer that is no UTF-8 is shorter than its text.
                let bytes = $0.withoutDates
                return exchange.ending == .open
                    && (bytes.count >= exchange.answer.utf8.count
                        || String(decoding: bytes, as: UTF8.self) == exchange.answer)
            }
            #expect(received.withoutDate == exchange.answer)
            #expect(received.ending == exchange.ending)
            if exchange.ending == .open {
                // Nothing is left in front of the next answer.
                connection.expectAlive(situation.name)
            } else {
                connection = try gateway.connect()
            }
        }
    }

    /// 11, with bytes that are no UTF-8.
    @Test func bytesThatAreNoTextAreMatchedAndShown() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "match": { "path": "/m", "body": { "matches": "(?s).*\\x02.*" } }, "reply": { "text": "m" } },
                { "match": { "path": "/b", "body": { "base64": "AAEC/w==" } }, "reply": { "text": "b" } },
                { "match": { "path": "/h", "body": { "contains": { "hex": "02 ff" } } }, "reply": { "text": "h" } },
                { "match": { "path": "/n", "body": { "hex": "00" } }, "reply": { "text": "n" } }
                """#)
        for (path, wanted) in [("m", "m"), ("b", "b"), ("h", "h")] {
            let connection = try gateway.connect()
            connection.send(Array(request("/" + path, ["Content-Length: 4"], method: "POST").utf8) + [0, 1, 2, 0xFF])
            #expect(connection.receiveResponse().body == wanted)
        }
        let connection = try gateway.connect()
        connection.send(Array(request("/n", ["Content-Length: 4"], method: "POST").utf8) + [0, 1, 2, 0xFF])
        let answer = connection.receiveResponse().body
        #expect(answer.contains(#"body is {\"base64\":\"AAEC/w==\"}, the rule wants {\"hex\":\"00\"}"#), "\(answer)")
        let entry = try #require(try gateway.journal("main", ended: 4).entries.last)
        #expect(entry.body == "AAEC/w==" && entry.bodyEncoding == "base64")
    }

    private static func get(_ target: String, _ fields: String...) -> String { request(target, fields) }

    private static func plainText(_ text: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    /// The 500 in place of an answer with such a detail.
    private static func problem(_ detail: String) -> String {
        let text = #"{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"\#(detail)"}"# + "\n"
        return "HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/problem+json\r\n"
            + "Content-Length: \(text.utf8.count)\r\n\r\n" + text
    }

    private static func post(_ target: String, _ body: String, _ fields: String...) -> String {
        request(target, fields + ["Content-Length: \(body.utf8.count)"], method: "POST") + body
    }

    static let situations = [
        Situation(
            name: "01: a connection that is closed, with no notice, once it was idle",
            scenario: #"{ "keepAlive": "2s", "rules": [ { "reply": { "text": "hello" } } ] }"#,
            exchanges: [
                Exchange(request: get("/0"), answer: plainText("hello")),
                Exchange(request: get("/1"), answer: plainText("hello"), ending: .end),
            ]),
        Situation(
            name: "03: Transfer-Encoding twice over a right body",
            scenario: #"""
                { "rules": [
                  { "match": { "path": "/a" },
                    "reply": { "headers": { "Transfer-Encoding": ["chunked", "chunked"] }, "chunks": ["hi"] } },
                  { "reply": { "text": "next" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/a"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"),
                Exchange(
                    request: get("/b"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "Content-Length: 4\r\n\r\nnext"),
            ]),
        Situation(
            name: "a lower-case head over chunks",
            scenario: #"""
                { "rules": [ { "reply": { "framing": "chunked", "json": { "id": 1 },
                    "head": [["content-type", "application/json"], ["transfer-encoding", "chunked"]] } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/"),
                    answer: "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
                        + "8\r\n{\"id\":1}\r\n0\r\n\r\n")
            ]),
        Situation(
            name: "04: fields of a recorded answer above its JSON",
            scenario: #"""
                { "rules": [ { "match": { "path": "/a" }, "reply": {
                    "headers": { "Content-Type": "application/json", "Transfer-Encoding": "chunked" },
                    "json": { "id": 1 }, "framing": "chunked" } },
                  { "reply": { "headers": { "Content-Length": 3 }, "framing": "close", "text": "abcd" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/a"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "8\r\n{\"id\":1}\r\n0\r\n\r\n"),
                Exchange(
                    request: get("/b"),
                    answer: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "Content-Length: 3\r\n\r\nabcd", ending: .end),
            ]),
        Situation(
            name: "05: a 204 with a last chunk on a connection that is kept",
            scenario: #"""
                { "rules": [ { "match": { "path": "/a" }, "keepAlive": true, "reply": { "raw": {
                    "text": "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" } } },
                  { "match": { "path": "/c/{id}" }, "reply": {
                    "raw": { "text": "HTTP/1.1 200 OK\r\nX-Id: {{request.path.id}}\r\n\r\n" } } },
                  { "match": { "path": "/h" }, "keepAlive": true,
                    "reply": { "raw": { "hex": "48 49 0d0A" } } },
                  { "reply": { "text": "next" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/a"),
                    answer: "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                Exchange(
                    request: get("/b"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "Content-Length: 4\r\n\r\nnext"),
                Exchange(request: get("/h"), answer: "HI\r\n"),
                Exchange(request: get("/c/7"), answer: "HTTP/1.1 200 OK\r\nX-Id: 7\r\n\r\n", ending: .end),
            ]),
        Situation(
            name: "an answer of HTTP/1.0, and a field that is no UTF-8",
            scenario: #"""
                { "rules": [ { "reply": { "version": "1.0", "text": "a", "headers": {
                    "X-Name": { "latin1": "Müller" }, "X-Bytes": ["b", { "base64": "Yg==" }] } } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/"),
                    answer: "HTTP/1.0 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "X-Name: M\u{FFFD}ller\r\nX-Bytes: b\r\nX-Bytes: b\r\nContent-Length: 1\r\n\r\na")
            ]),
        Situation(
            name: "02: an upload that is refused by its head",
            scenario: #"""
                { "rules": [ { "match": { "headers": { "Expect": { "exists": true } } }, "reply": { "status": 417 } },
                  { "reply": { "text": "stored" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: request("/u", ["Expect: 100-continue", "Content-Length: 5"], method: "POST"),
                    answer: "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n"),
                Exchange(
                    request: post("/u", "hello"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "Content-Length: 6\r\n\r\nstored"),
            ]),
        Situation(
            name: "07: a status from the request",
            scenario: #"""
                { "rules": [ { "match": { "path": "/status/{code}" },
                    "reply": { "status": "{{request.path.code}}", "json": {} } },
                  { "match": { "path": "/delay" }, "reply": { "text": "a" }, "delay": "{{request.query.ms}}ms" },
                  { "match": { "path": "/cut" }, "fail": "tcp/reset-mid-body",
                    "with": { "after": "{{request.query.n}}" }, "reply": { "text": "hello" } },
                  { "match": { "path": "/retry" }, "fail": "http/status/503",
                    "with": { "status": "{{request.query.code}}" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/status/410"),
                    answer: "HTTP/1.1 410 Gone\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"),
                Exchange(
                    request: get("/status/204"),
                    answer: "HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n"),
                Exchange(
                    request: get("/status/20"),
                    answer: problem(
                        #"\"status\" of this scenario came to \"20\" for the request; it takes a status from 200 to 999"#
                    )),
                Exchange(
                    request: get("/delay?ms=1"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 1\r\n\r\na"),
                Exchange(
                    request: get("/delay?ms=x"),
                    answer: problem(
                        #"\"delay\" of this scenario came to \"xms\" for the request; it takes a duration such as \"250ms\""#
                    )),
                Exchange(
                    request: get("/cut"),
                    answer: problem(
                        #"\"with.after\" of this scenario came to \"\" for the request; it takes bytes, a size, such as \"10KB\", "#
                            + #"a share, such as \"50%\", or a time, such as \"2s\""#)),
                Exchange(
                    request: get("/retry?code=429"),
                    answer: "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/problem+json\r\n"
                        + "Content-Length: 64\r\n\r\n"
                        + #"{"type":"about:blank","title":"Too Many Requests","status":429}"# + "\n"),
                Exchange(
                    request: get("/cut?n=2"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nhe",
                    ending: .reset),
            ]),
        Situation(
            name: "10: an upload that is read slowly, or not for a while, and then answered",
            scenario: #"""
                { "rules": [
                  { "match": { "path": "/pause" }, "fail": "tcp/stop-reading", "with": { "after": "10KB", "for": "1s" },
                    "reply": { "status": 201 } },
                  { "readPace": "10KB/s", "reply": { "status": 201 } } ] }
                """#,
            exchanges: ["/pause", "/pace"].map {
                Exchange(
                    request: post($0, String(repeating: "a", count: 20_000)),
                    answer: "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            }),
        Situation(
            name: "11: a request in bytes",
            scenario: #"""
                { "rules": [
                  { "match": { "path": "/m", "body": { "matches": "(?s).*\\x02.*\\xff" } }, "reply": { "text": "m" } },
                  { "match": { "path": "/b", "body": { "base64": "AAECVQ==" } }, "reply": { "text": "b" } },
                  { "match": { "path": "/c", "body": { "contains": { "hex": "01 02" } } }, "reply": { "text": "c" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: post("/b", "\u{0}\u{1}\u{2}U"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 1\r\n\r\nb"),
                Exchange(
                    request: post("/c", "\u{0}\u{1}\u{2}U"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 1\r\n\r\nc"),
            ]),
        Situation(
            name: "12: a part of a form by its file name",
            scenario: #"""
                { "rules": [
                  { "match": { "multipart": { "file": { "filename": { "endsWith": ".exe" }, "type": "application/x-msdownload",
                    "headers": { "X-Id": "7" }, "content": { "startsWith": "MZ" } } } }, "reply": { "status": 415 } },
                  { "reply": { "text": "stored" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: post(
                        "/",
                        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.exe\"\r\n"
                            + "Content-Type: application/x-msdownload\r\nX-Id: 7\r\n\r\nMZ90\r\n--b--\r\n",
                        "Content-Type: multipart/form-data; boundary=b"),
                    answer: "HTTP/1.1 415 Unsupported Media Type\r\nContent-Length: 0\r\n\r\n"),
                Exchange(
                    request: post(
                        "/",
                        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                            + "Content-Type: application/x-msdownload\r\nX-Id: 7\r\n\r\nMZ90\r\n--b--\r\n",
                        "Content-Type: multipart/form-data; boundary=b"),
                    answer:
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 6\r\n\r\nstored"),
            ]),
        Situation(
            name: "19: deflate without its wrapper",
            scenario:
                #"{ "rules": [ { "reply": { "json": { "id": 1 }, "encoding": { "always": "raw-deflate" } } } ] }"#,
            exchanges: [
                Exchange(
                    request: get("/"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: deflate\r\n"
                        + "Content-Length: 10\r\n\r\n"
                        + String(decoding: [0xAB, 0x56, 0xCA, 0x4C, 0x51, 0xB2, 0x32, 0xAC, 0x05, 0x00], as: UTF8.self))
            ]),
        Situation(
            name: "20: all values of a field",
            scenario: #"""
                { "rules": [ { "match": { "query": { "op": { "all": ["a", "b"], "count": 2 } } }, "reply": { "text": "ok" } },
                  { "match": { "query": { "op": { "count": { "atLeast": 3 } } } }, "reply": { "text": "many" } },
                  { "reply": { "text": "no" } } ] }
                """#,
            exchanges: [
                Exchange(request: get("/?op=b&op=a"), answer: plainText("ok")),
                Exchange(request: get("/?op=a"), answer: plainText("no")),
                Exchange(request: get("/?op=a&op=b&op=c"), answer: plainText("many")),
                Exchange(request: get("/?op=a&op=c"), answer: plainText("no")),
            ]),
        Situation(
            name: "29: a proxy's requests for several hosts",
            scenario: #"""
                { "rules": [ { "match": { "headers": { "Host": "api.example.com" } }, "fail": 503 },
                  { "reply": { "json": { "target": "{{request.target}}", "raw": "{{request.rawTarget}}" } } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: request("http://api.example.com/orders", host: "api.example.com"),
                    answer: "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\n"
                        + "Content-Length: 66\r\n\r\n"
                        + #"{"type":"about:blank","title":"Service Unavailable","status":503}"# + "\n"),
                Exchange(
                    request: request("http://auth.example.com/t", host: "auth.example.com"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 49\r\n\r\n"
                        + #"{"target":"/t","raw":"http://auth.example.com/t"}"#),
            ]),
        Situation(
            name: "17: more fields than clients take",
            scenario: #"""
                { "rules": [ { "fail": "http/oversized-header", "with": { "by": "many", "count": 130, "size": 1300 },
                    "reply": { "text": "a" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + (1...130).map { "X-Oversized-\($0): aaaaaaaaaa\r\n" }.joined()
                        + "Content-Length: 1\r\n\r\na")
            ]),
        Situation(
            name: "22: gzip of nothing",
            scenario: #"""
                { "rules": [
                  { "match": { "path": "/a" }, "reply": { "status": 204, "headers": { "Content-Encoding": "gzip" } } },
                  { "reply": { "status": 202, "headers": { "Content-Encoding": "gzip" } } } ] }
                """#,
            exchanges: [
                Exchange(request: get("/a"), answer: "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n"),
                Exchange(
                    request: get("/b"),
                    answer: "HTTP/1.1 202 Accepted\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"),
            ]),
        Situation(
            name: "23: a 403 before the body",
            scenario: #"""
                { "rules": [ { "match": { "method": "POST" }, "fail": "http/early-reply", "reply": { "status": 403 } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: request("/u", ["Content-Length: 500000"], method: "POST") + "hello",
                    answer: "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", ending: .end)
            ]),
        Situation(
            name: "24: one element of a batch is refused, and a large batch as a whole",
            scenario: #"""
                { "system": "jsonrpc", "rules": [
                  { "match": { "batch": true, "json": { "/2": { "exists": true } } }, "fail": "single-error" },
                  { "match": { "json": { "/params/0": "0x2" } }, "fail": 429, "with": { "message": "compute units" } },
                  { "reply": { "result": "0x1" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: post(
                        "/",
                        #"[{"jsonrpc":"2.0","id":1,"method":"a","params":["0x1"]},"#
                            + #"{"jsonrpc":"2.0","id":2,"method":"a","params":["0x2"]}]"#),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 113\r\n\r\n"
                        + #"[{"jsonrpc":"2.0","result":"0x1","id":1},"#
                        + #"{"jsonrpc":"2.0","error":{"code":429,"message":"compute units"},"id":2}]"#),
                Exchange(
                    request: post(
                        "/",
                        #"[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"a"},"#
                            + #"{"jsonrpc":"2.0","id":3,"method":"a"}]"#),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 79\r\n\r\n"
                        + #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}"#),
            ]),
        Situation(
            name: "25: a full work queue, then a node that starts",
            scenario: #"""
                { "system": "jsonrpc", "settings": { "statuses": "bitcoind" }, "rules": [
                  { "match": { "rpc": "getblock" }, "steps": [
                    { "reply": { "status": 503, "text": "Work queue depth exceeded" } },
                    { "fail": -28, "with": { "message": "Loading block index" } },
                    { "reply": { "result": {} } } ] } ] }
                """#,
            exchanges: [
                Exchange(
                    request: post("/", #"{"id":1,"method":"getblock","params":[]}"#),
                    answer: "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "Content-Length: 25\r\n\r\nWork queue depth exceeded"),
                Exchange(
                    request: post("/", #"{"id":2,"method":"getblock","params":[]}"#),
                    answer: "HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 75\r\n\r\n"
                        + #"{"result":null,"error":{"code":-28,"message":"Loading block index"},"id":2}"#),
            ]),
        Situation(
            name: "26: one answer of a batch is null",
            scenario: #"""
                { "system": "graph", "rules": [
                  { "match": { "relative_url": { "startsWith": "b" } }, "fail": "timed-out" },
                  { "reply": { "json": { "id": "1" } } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: post(
                        "/v20.0/",
                        "batch=%5B%7B%22method%22%3A%22GET%22%2C%22relative_url%22%3A%22a%22%7D%2C"
                            + "%7B%22method%22%3A%22GET%22%2C%22relative_url%22%3A%22b%22%7D%5D",
                        "Content-Type: application/x-www-form-urlencoded"),
                    answer: "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=UTF-8\r\n"
                        + "facebook-api-version: v20.0\r\nContent-Length: 154\r\n\r\n"
                        + #"[{"code":200,"headers":[{"name":"Content-Type","value":"application/json"},"#
                        + #"{"name":"facebook-api-version","value":"v20.0"}],"body":"{\"id\":\"1\"}"},null]"#)
            ]),
        Situation(
            name: "27: what is not there, in another prefix",
            scenario: #"""
                { "system": "documents", "rules": [ { "match": { "operation": "list", "document": "/x" }, "reply": {
                    "status": 207, "headers": { "Content-Type": "application/xml" },
                    "text": "<A:multistatus\nxmlns:A=\"DAV:\"><A:response><A:href>{{request.path}}</A:href></A:response></A:multistatus>" } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: request("/x", ["Depth: 0"], method: "PROPFIND"),
                    answer: "HTTP/1.1 207 Multi-Status\r\nContent-Type: application/xml\r\nContent-Length: 90\r\n\r\n"
                        + "<A:multistatus\nxmlns:A=\"DAV:\"><A:response><A:href>/x</A:href></A:response></A:multistatus>"
                )
            ]),
        Situation(
            name: "28: a 308 without a phrase",
            scenario: #"""
                { "rules": [ { "reply": { "status": 308, "reason": "",
                    "head": [["Content-Length", "0"], ["Range", "bytes=0-792883"]] } } ] }
                """#,
            exchanges: [
                Exchange(
                    request: get("/"),
                    answer: "HTTP/1.1 308 \r\nContent-Length: 0\r\nRange: bytes=0-792883\r\n\r\n")
            ]),
    ]
}
