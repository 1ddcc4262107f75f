import TestSupport
import Testing

/// Faults of a result that clients cannot read: all around it is the envelope of the call, so that no client stumbles over
/// anything else.
@Suite(.descriptors) struct EnvelopeFaultTests {
    static let faults: [(name: String, scenario: String, result: [UInt8])] = [
        ("EPARSENUM", "leading-zero", Array("01".utf8)),
        ("ECTRL", "control-character", Array("\"a\u{1}b\"".utf8)),
        ("EUNICODE", "lone-surrogate", Array(#""\ud800""#.utf8)),
        (
            "EDEPTH", "too-deep",
            Array((String(repeating: "[", count: 600) + String(repeating: "]", count: 600)).utf8)
        ),
        ("EESCAPE", "unknown-escape", Array(#""\q""#.utf8)),
        ("ETRAILCOMMA", "trailing-comma", Array("[1,]".utf8)),
    ]

    private static let gateway = SharedGateway {
        let rules = faults.map { fault in
            #"{ "match": { "rpc": "\#(fault.name)" }, "fail": "\#(fault.name)" }"#
        }
        let whole = faults.map { fault in
            #"{ "match": { "batch": true, "query": { "fail": "\#(fault.name)" } }, "fail": "\#(fault.name)" }"#
        }
        return try RunningGateway([
            "faults": #"{ "system": "jsonrpc", "rules": [ \#((rules + whole).joined(separator: ",\n")) ] }"#,
            "own": #"""
            { "system": "jsonrpc", "rules": [
                { "match": { "rpc": "error" }, "fail": "EESCAPE",
                  "reply": { "json": { "jsonrpc": "2.0", "error": { "code": 7, "message": "no" }, "id": null } } },
                { "fail": "EPARSENUM", "reply": { "result": { "a": [1] } } } ] }
            """#,
        ])
    }

    private func post(_ target: String, _ body: String) throws -> [UInt8] {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send(
            "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                + body)
        let answer = connection.receiveResponse()
        #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        return Array(answer.body.utf8)
    }

    @Test(arguments: faults.indices) func theEnvelopeOfTheCallIsKept(fault: Int) throws {
        let (name, _, result) = Self.faults[fault]
        let body = try post("/@faults/", #"{"jsonrpc":"2.0","method":"\#(name)","id":"i-7"}"#)
        #expect(body == Array(#"{"jsonrpc":"2.0","result":"#.utf8) + result + Array(#","id":"i-7"}"#.utf8))
    }

    @Test(arguments: faults.indices) func inABatchOtherCallsKeepTheirAnswers(fault: Int) throws {
        let (name, _, result) = Self.faults[fault]
        let calls = #"[{"jsonrpc":"2.0","method":"\#(name)","id":1},{"jsonrpc":"2.0","method":"x","id":2}]"#
        let faulty = Array(#"{"jsonrpc":"2.0","result":"#.utf8) + result
        let one = try post("/@faults/", calls)
        #expect(one.starts(with: Array("[".utf8) + faulty + Array(#","id":1},{"jsonrpc":"2.0","error":{"#.utf8)))
        let whole = try post("/@faults/?fail=\(name)", calls)
        let elements = (1...2).map { faulty + Array(#","id":\#($0)}"#.utf8) }
        #expect(whole == Array("[".utf8) + elements.joined(separator: Array(",".utf8)) + Array("]".utf8))
    }

    @Test func aReplyOfOnesOwnIsFaultyToo() throws {
        let result = try post("/@own/", #"{"jsonrpc":"2.0","method":"a","id":3}"#)
        #expect(result == Array(#"{"jsonrpc":"2.0","result":01,"id":3}"#.utf8))
        let error = try post("/@own/", #"{"jsonrpc":"2.0","method":"error","id":null}"#)
        #expect(error == Array(#"{"jsonrpc":"2.0","result":"\q","id":null}"#.utf8))
        let older = try post("/@own/", #"{"version":"1.1","method":"a","id":3}"#)
        #expect(older == Array(#"{"version":"1.1","result":01,"id":3}"#.utf8))
    }

    /// Where each parser stops: inside of the result, whatever it calls it.
    @Test func parsersStopInsideOfTheResult() async throws {
        let gateway = try Self.gateway.get()
        let script = """
            import json, sys, urllib.request
            for name in sys.argv[2:]:
                call = json.dumps({'jsonrpc': '2.0', 'method': name, 'id': 7}).encode()
                body = urllib.request.urlopen(sys.argv[1] + '/@faults/', call, timeout=60).read().decode()
                begin, end = body.index('"result":') + 9, body.index(',"id":7}')
                try:
                    print(name, 'read', type(json.loads(body)['result']).__name__)
                except json.JSONDecodeError as error:
                    print(name, 'inside' if begin <= error.pos <= end else error)
            """
        let output = try await PythonClient.run(
            script, ["http://127.0.0.1:\(gateway.port)"] + Self.faults.map(\.name))
        // Python reads a lone surrogate and 600 levels.
        #expect(
            output == """
                EPARSENUM inside
                ECTRL inside
                EUNICODE read str
                EDEPTH read list
                EESCAPE inside
                ETRAILCOMMA inside

                """)
    }
}
