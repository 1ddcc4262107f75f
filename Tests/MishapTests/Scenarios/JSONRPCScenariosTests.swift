import Catalogue
import Systems
import TestSupport
import Testing

/// Each shipped scenario of JSON-RPC on the wire.
@Suite(.descriptors) struct JSONRPCScenariosTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let call: String
        let status: Int
        let type: String?
        let body: [UInt8]

        init(
            _ name: String, _ body: String, call: String = Row.call, status: Int = 200,
            type: String? = "application/json"
        ) {
            self.init(name, bytes: Array(body.utf8), call: call, status: status, type: type)
        }

        init(
            _ name: String, bytes: [UInt8], call: String = Row.call, status: Int = 200,
            type: String? = "application/json"
        ) {
            self.name = name
            self.call = call
            self.status = status
            self.type = type
            self.body = bytes
        }

        static let call = #"{"jsonrpc":"2.0","method":"user.get","params":[42],"id":7.0}"#
        static let batch =
            #"[{"jsonrpc":"2.0","method":"a","id":"x"},{"jsonrpc":"2.0","method":"b"},{"jsonrpc":"2.0","method":"c","id":2}]"#
        var testDescription: String { name }
    }

    private static func error(_ code: Int, _ message: String, _ data: String = "", id: String = "7.0") -> String {
        #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"\#(data)},"id":\#(id)}"#
    }

    private static func success(_ id: String) -> String { #"{"jsonrpc":"2.0","result":{"ok":true},"id":\#(id)}"# }

    static let rows = [
        Row("parse-error", error(-32700, "Parse error", id: "null")),
        Row("invalid-request", error(-32600, "Invalid Request")),
        Row("method-not-found", error(-32601, "Method not found")),
        Row(
            "method-not-found", error(-32601, "Method not found", id: "1"),
            call: #"{"jsonrpc":"2.0","method":"nope","id":1}"#),
        Row(
            "invalid-params",
            error(-32602, "Invalid params", #","data":{"field":"amount","reason":"must be positive"}"#)),
        Row("internal-error", error(-32603, "Internal error")),
        Row("server-error", error(-32000, "Overloaded", #","data":{"retryAfter":2}"#)),
        Row("error-with-500", error(-32603, "Internal error"), status: 500),
        Row(
            "wrong-id", #"{"jsonrpc":"2.0","result":{"ok":true},"id":"7-other"}"#,
            call: #"{"jsonrpc":"2.0","method":"a","id":"7"}"#),
        Row("missing-id", #"{"jsonrpc":"2.0","result":{"ok":true}}"#),
        Row(
            "result-and-error",
            #"{"jsonrpc":"2.0","result":{"ok":true},"error":{"code":-32603,"message":"Internal error"},"id":7.0}"#),
        Row("neither", #"{"jsonrpc":"2.0","id":7.0}"#),
        Row("wrong-version", #"{"jsonrpc":"3.0","result":{"ok":true},"id":7.0}"#),
        Row("string-code", #"{"jsonrpc":"2.0","error":{"code":"-32603","message":"Internal error"},"id":7.0}"#),
        Row("result-of-wrong-type", #"{"jsonrpc":"2.0","result":"not an object","id":7.0}"#),
        Row("missing-element", "[\(success("\"x\""))]", call: Row.batch),
        Row("reordered", "[\(success("2")),\(success("\"x\""))]", call: Row.batch),
        Row("single-error", error(-32600, "Invalid Request", id: "null"), call: Row.batch),
        Row("leading-zero", #"{"result":01}"#),
        Row("bare-value", #""hello""#),
        Row("control-character", "{\"result\":\"a\u{1}b\"}"),
        Row("lone-surrogate", #"{"result":"\ud800"}"#),
        Row("too-deep", String(repeating: "[", count: 600) + String(repeating: "]", count: 600)),
        Row("unknown-escape", #"{"result":"\q"}"#),
        Row("trailing-comma", #"{"result":[1,]}"#),
        Row("trailing-garbage", #"{"result":1} x"#),
        Row("truncated", #"{"result":"#),
        Row("no-content", "", status: 204, type: nil),
        Row("invalid-utf8", bytes: Array(#"{"result":""#.utf8) + [0xFF] + Array(#""}"#.utf8)),
        Row("utf-16", bytes: [0xFF, 0xFE] + #"{"result":1}"#.utf8.flatMap { [$0, 0] }),
        Row("byte-order-mark", "\u{FEFF}" + #"{"result":1}"#),
        Row("array-reply", "[]"),
    ]
    /// These end otherwise, or differ from one request to the next.
    private static let others = ["html", "network-error", "three-resets", "tour", "two-resets"]

    private static let phrases = [200: "OK", 204: "No Content", 500: "Internal Server Error"]

    @Test func everyShippedScenarioHasARow() throws {
        let names = Set(Self.rows.map(\.name) + Self.others).sorted().map { "jsonrpc/" + $0 }
        #expect(try Repository.scenarios(in: "jsonrpc") == names)
    }

    @Test func everyFailureHasARow() throws {
        // Codes have scenarios that are called after what they mean: `ScenarioFilesTests` holds them together.
        let names = FailureIndex.all.failures.map(\.name).filter {
            $0.hasPrefix("jsonrpc/") && !$0.hasPrefix("jsonrpc/-")
        }
        #expect(Set(names).isSubset(of: Self.rows.map { "jsonrpc/" + $0.name }))
    }

    @Test(arguments: rows) func theWireSaysWhatTheScenarioSays(row: Row) throws {
        let gateway = try RunningGateway.shipped.get()
        let connection = try gateway.connect()
        let type = row.type.map { "Content-Type: \($0)\r\n" } ?? ""
        let length = row.status == 204 ? "" : "Content-Length: \(row.body.count)\r\n"
        let head = "HTTP/1.1 \(row.status) \(Self.phrases[row.status] ?? "")\r\n" + type + length + "\r\n"
        // Twice on one connection: it lives on, and the second answer is like the first.
        for _ in 0..<2 {
            connection.send(post("/@jsonrpc/\(row.name)/rpc", row.call))
            let wanted = Array(head.utf8) + row.body
            let answer = connection.receive(within: .seconds(5)) { $0.withoutDates.count >= wanted.count }
            #expect(answer.bytes.withoutDates == wanted, "\(row.name) sent:\n\(answer.bytes.shown)")
            #expect(answer.ending == .open)
        }
    }

    @Test(arguments: [("network-error", 4, 4), ("two-resets", 3, 2), ("three-resets", 4, 3)])
    func resetsComeFirst(name: String, requests: Int, resets: Int) throws {
        let gateway = try RunningGateway(shipped: ())
        for number in 0..<requests {
            let connection = try gateway.connect()
            connection.send(post("/@jsonrpc/\(name)/rpc", Row.call))
            let answer = connection.receiveResponse()
            if number < resets {
                #expect(answer.bytes.isEmpty && answer.ending == .reset)
            } else {
                #expect(answer.body == Self.success("7.0"))
            }
        }
    }

    /// Each failure of the tour once, in the order of the catalogue, and then a success.
    @Test func theTourGoesThroughAllFailures() throws {
        let gateway = try RunningGateway(shipped: ())
        func ask(_ call: String, times: Int) throws {
            let connection = try gateway.connect()
            for _ in 0..<times {
                connection.send(post("/@jsonrpc/tour/rpc", call))
                #expect(connection.receiveResponse().status == 200)
            }
        }
        try ask(Row.call, times: 26)
        try ask(Row.batch, times: 3)
        let told = try gateway.journal("jsonrpc--tour", ended: 29).entries.map(\.failure)
        #expect(told[25] == nil)
        let listed = FailureIndex.all.failures.map(\.name).filter { $0.hasPrefix("jsonrpc/") }
        #expect(told.compactMap(\.self).filter { listed.contains($0) } == listed)
        #expect(Set(told.compactMap(\.self)).count == 28)
    }

    @Test func aPageComesWhereJSONBelongs() throws {
        let answer = try ask("/@jsonrpc/html/rpc", Row.call)
        #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.body.hasPrefix("<!DOCTYPE html>"))
    }

    // MARK: Without a scenario

    @Test(arguments: [
        ("-32601", Row.call, error(-32601, "Method not found")),
        (
            "-32077", #"{"method":"a","params":[],"id":"u"}"#,
            #"{"result":null,"error":{"code":-32077,"message":"Server error"},"id":"u"}"#
        ),
        ("4001", Row.call, error(4001, "Application error")),
        ("-32601", "{", error(-32601, "Method not found", id: "null")),
        ("wrong-id", Row.call.replacing("7.0", with: "7"), success("8")),
        ("missing-element", Row.batch, "[\(success("\"x\""))]"),
        ("missing-element", Row.call, "[\(success("1")),\(success("2"))]"),
    ])
    func aFailureByItsNameAnswersWithTheIDOfTheRequest(code: String, call: String, body: String) throws {
        #expect(try ask("/__mishap/fail/jsonrpc/\(code)/rpc", call).body == body)
    }

    @Test func aNotificationGetsNothingThere() throws {
        let answer = try ask("/__mishap/fail/jsonrpc/-32601/rpc", #"{"jsonrpc":"2.0","method":"a"}"#)
        #expect(answer.text.hasPrefix("HTTP/1.1 204 No Content\r\n") && answer.body.isEmpty)
        #expect(
            try RunningGateway.shipped.get().ask("/__mishap/fail/jsonrpc/-32601/rpc").body.hasSuffix("\"id\":null}"))
    }

    // MARK: Bad bodies

    @Test func badBodiesAreAnsweredInTime() throws {
        let parseError = Self.error(-32700, "Parse error", id: "null")
        let invalid = Self.error(-32600, "Invalid Request", id: "null")
        let digits = String(repeating: "7", count: 1 << 20)
        let request = #"{"jsonrpc":"2.0","method":"a","id":1}"#
        let bodies = [
            (String(repeating: "[", count: 100_000), parseError),
            ("[" + Array(repeating: request, count: 100_000).joined(separator: ",") + "]", invalid),
            (#"{"jsonrpc":"2.0","method":"a","id":\#(digits)}"#, Self.error(-32601, "Method not found", id: digits)),
            (#"{"jsonrpc":"2.0","method":"\udc00","id":1}"#, parseError),
            (#"{"jsonrpc":"2.0","method":"a","id":1,"id":2}"#, Self.error(-32601, "Method not found", id: "2")),
        ]
        let begin = ContinuousClock.now
        for (body, wanted) in bodies {
            let answer = try ask("/@jsonrpc/single-error/rpc", body, within: .seconds(30)).body
            #expect(answer == wanted, "\(answer.prefix(200))")
        }
        #expect(ContinuousClock.now - begin < .seconds(30))
    }

    // MARK: A real client

    @Test func pythonsClientGetsItsIDBack() async throws {
        let script = """
            import http.client, json, sys
            connection = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]), timeout=60)
            def call(name, body):
                connection.request('POST', '/@jsonrpc/' + name + '/rpc', json.dumps(body), {'Content-Type': 'application/json'})
                response = connection.getresponse()
                text = response.read()
                return response.status, json.loads(text) if text else None
            def one(id): return {'jsonrpc': '2.0', 'method': 'nope', 'id': id}
            for id in [1, 'text \\u00e9', None, 10**40]:
                status, answer = call('method-not-found', one(id))
                print('single', status, answer['id'] == id, answer['error']['code'])
            status, answers = call('method-not-found', [one(1), {'jsonrpc': '2.0', 'method': 'n'}, one('b')])
            print('batch', status, [a['id'] for a in answers])
            print('notification', *call('method-not-found', {'jsonrpc': '2.0', 'method': 'nope'}))
            print('reordered', [a['id'] for a in call('reordered', [one(1), one(2)])[1]])
            """
        let gateway = try RunningGateway.shipped.get()
        #expect(
            try await PythonClient.run(script, ["\(gateway.port)"]) == """
                single 200 True -32601
                single 200 True -32601
                single 200 True -32601
                single 200 True -32601
                batch 200 [1, 'b']
                notification 204 None
                reordered [2, 1]

                """)
    }

    // MARK: Asking

    private func post(_ target: String, _ body: String) -> String {
        request(target, ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"], method: "POST") + body
    }

    private func ask(_ target: String, _ body: String, within time: Duration = .seconds(5)) throws
        -> RawConnection.Received
    {
        let connection = try RunningGateway.shipped.get().connect()
        connection.send(post(target, body))
        return connection.receiveResponse(within: time)
    }
}
