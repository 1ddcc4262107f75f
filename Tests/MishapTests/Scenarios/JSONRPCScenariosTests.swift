import Catalogue
import Systems
import TestSupport
import Testing

/// What the rows of JSON-RPC's scenarios do not show: `JSONRPCRows` has the others.
@Suite(.descriptors) struct JSONRPCScenariosTests {
    @Test func everyFailureHasARow() throws {
        // Codes have scenarios that are called after what they mean: `ScenarioFilesTests` holds them together.
        let names = FailureIndex.all.failures.map(\.name).filter {
            $0.hasPrefix("jsonrpc/") && !$0.hasPrefix("jsonrpc/-")
        }
        #expect(Set(names).isSubset(of: JSONRPCRows.all.map(\.name)))
    }

    @Test(arguments: [("network-error", 4, 4), ("two-resets", 3, 2), ("three-resets", 4, 3)])
    func resetsComeFirst(name: String, requests: Int, resets: Int) throws {
        let gateway = try RunningGateway(shipped: ())
        for number in 0..<requests {
            let connection = try gateway.connect()
            connection.send(post("/@jsonrpc/\(name)/rpc", JSONRPCRows.call))
            let answer = connection.receiveResponse()
            if number < resets {
                #expect(answer.bytes.isEmpty && answer.ending == .reset)
            } else {
                #expect(answer.body == JSONRPCRows.success("7.0"))
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
                #expect([200, 429].contains(connection.receiveResponse().status))
            }
        }
        try ask(JSONRPCRows.call, times: 27)
        try ask(JSONRPCRows.batch, times: 3)
        let told = try gateway.journal("jsonrpc--tour", ended: 30).entries.map(\.failure)
        #expect(told[26] == nil)
        let listed = FailureIndex.all.failures.map(\.name).filter { $0.hasPrefix("jsonrpc/") }
        #expect(told.compactMap(\.self).filter { listed.contains($0) } == listed)
        #expect(Set(told.compactMap(\.self)).count == 29)
    }

    @Test func aPageComesWhereJSONBelongs() throws {
        let answer = try ask("/@jsonrpc/html/rpc", JSONRPCRows.call)
        #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.body.hasPrefix("<!DOCTYPE html>"))
    }

    // MARK: Without a scenario

    @Test(arguments: [
        ("-32601", JSONRPCRows.call, JSONRPCRows.error(-32601, "Method not found")),
        (
            "-32077", #"{"method":"a","params":[],"id":"u"}"#,
            #"{"result":null,"error":{"code":-32077,"message":"Server error"},"id":"u"}"#
        ),
        ("4001", JSONRPCRows.call, JSONRPCRows.error(4001, "Application error")),
        ("-32601", "{", JSONRPCRows.error(-32601, "Method not found", id: "null")),
        ("wrong-id", JSONRPCRows.call.replacing("7.0", with: "7"), JSONRPCRows.success("8")),
        ("missing-element", JSONRPCRows.batch, "[\(JSONRPCRows.success("\"x\""))]"),
        ("missing-element", JSONRPCRows.call, "[\(JSONRPCRows.success("1")),\(JSONRPCRows.success("2"))]"),
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
        let parseError = JSONRPCRows.error(-32700, "Parse error", id: "null")
        let invalid = JSONRPCRows.error(-32600, "Invalid Request", id: "null")
        let digits = String(repeating: "7", count: 1 << 20)
        let request = #"{"jsonrpc":"2.0","method":"a","id":1}"#
        let bodies = [
            (String(repeating: "[", count: 100_000), parseError),
            ("[" + Array(repeating: request, count: 100_000).joined(separator: ",") + "]", invalid),
            (
                #"{"jsonrpc":"2.0","method":"a","id":\#(digits)}"#,
                JSONRPCRows.error(-32601, "Method not found", id: digits)
            ),
            (#"{"jsonrpc":"2.0","method":"\udc00","id":1}"#, parseError),
            (#"{"jsonrpc":"2.0","method":"a","id":1,"id":2}"#, JSONRPCRows.error(-32601, "Method not found", id: "2")),
        ]
        for (body, wanted) in bodies {
            let answer = try ask("/@jsonrpc/single-error/rpc", body, within: .seconds(60)).body
            #expect(answer == wanted, "\(answer.prefix(200))")
        }
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
