import Catalogue
import Systems
import TestSupport
import Testing

/// What the rows of XML-RPC's scenarios do not show, and the client that Python brings: `XMLRPCRows` has the others.
@Suite(.descriptors) struct XMLRPCScenariosTests {
    @Test(arguments: [
        ("-32601", XMLRPCRows.call, XMLRPCRows.fault(-32601, "server error. requested method any does not exist.")),
        ("-32042", "<", XMLRPCRows.fault(-32042, "server error")), ("4", "", XMLRPCRows.fault(4, "application error")),
        ("neither", XMLRPCRows.call, ""),
        (
            "missing-element", XMLRPCRows.multicall,
            XMLRPCRows.result(XMLRPCRows.list("<value>\(XMLRPCRows.list("<value>\(XMLRPCRows.ok)</value>"))</value>"))
        ),
        (
            "missing-element", XMLRPCRows.call,
            XMLRPCRows.result(
                XMLRPCRows.list(
                    "<value>\(XMLRPCRows.list("<value><int>1</int></value>"))</value>",
                    "<value>\(XMLRPCRows.list("<value><int>2</int></value>"))</value>"))
        ),
    ])
    func aFailureByItsNameAnswersWithoutAScenario(code: String, call: String, content: String) throws {
        #expect(
            try ask("/__mishap/fail/xmlrpc/\(code)/RPC2", call).body == XMLRPCRows.response(content))
    }

    /// Each failure of the tour once, in the order of the catalogue, and then a success.
    @Test func theTourGoesThroughAllFailures() throws {
        let gateway = try RunningGateway(shipped: ())
        let failures = FailureIndex.all.failures.filter { $0.name.hasPrefix("xmlrpc/") }
        func ask(_ call: String, times: Int) throws {
            let connection = try gateway.connect()
            for _ in 0..<times {
                connection.send(post("/@xmlrpc/tour/RPC2", call))
                #expect(connection.receiveResponse().status == 200)
            }
        }
        let single = failures.filter { !$0.needsBatch }
        try ask(XMLRPCRows.call, times: single.count + 1)
        try ask(XMLRPCRows.multicall, times: failures.count - single.count)
        let told = try gateway.journal("xmlrpc--tour", ended: failures.count + 1).entries.map(\.failure)
        #expect(told == single.map(\.name) + [nil] + failures.filter(\.needsBatch).map(\.name))
    }

    @Test func theConnectionIsResetOnce() throws {
        let gateway = try RunningGateway(shipped: ())
        for (name, resets) in [("network-error", [true, true]), ("reset-then-success", [true, false, false])] {
            for isReset in resets {
                let connection = try gateway.connect()
                connection.send(post("/@xmlrpc/\(name)/RPC2", XMLRPCRows.call))
                let answer = connection.receiveResponse()
                #expect(isReset ? answer.ending == .reset && answer.bytes.isEmpty : answer.status == 200)
            }
        }
    }

    // MARK: Bad bodies

    @Test func badBodiesAreAnsweredInTime() throws {
        func value(_ text: String) -> String {
            "<methodCall><methodName>a</methodName><params><param><value>\(text)</value></param></params></methodCall>"
        }
        let bodies = [
            ("", -32700), ("\0\0\0\0", -32701), (value("\0"), -32700),
            (String(repeating: "<value>", count: 100_000), -32700),
            (value(String(repeating: "<array><data><value>", count: 100_000)), -32700),
            ("<\(String(repeating: "a", count: 1 << 20))/>", -32600),
            (value("<\(String(repeating: "a", count: 1 << 20))/>"), -32600),
            ("<methodCall><methodName>\(String(repeating: "a", count: 1 << 20))</methodName></methodCall>", -32601),
            ("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + value("&x;"), -32600),
            ("<!DOCTYPE a [<!ENTITY a \"\(String(repeating: "&b;", count: 100_000))\">]>" + value("&a;"), -32600),
            (value(String(repeating: "&amp;", count: 200_000)), -32601),
            ("<?xml version=\"1.0\" encoding=\"martian\"?>" + value(""), -32701),
        ]
        for (body, code) in bodies {
            let answer = try ask("/@xmlrpc/multicall/RPC2", body, within: .seconds(60))
            #expect(answer.status == 200)
            #expect(answer.body.contains("<int>\(code)</int>"), "\(code): \(answer.body.prefix(300))")
        }
        // Bytes that are no text at all.
        let connection = try RunningGateway.shipped.get().connect()
        connection.send(
            Array(request("/@xmlrpc/multicall/RPC2", ["Content-Length: 9"], method: "POST").utf8)
                + Array("<a>".utf8) + [0xFF, 0xFE] + Array("</a>".utf8))
        #expect(connection.receiveResponse().body.contains("<int>-32702</int>"))
    }

    // MARK: A real client

    private func python(_ script: String, _ gateway: RunningGateway) async throws -> String {
        let opening = """
            import sys, xmlrpc.client, xml.parsers.expat
            def server(name):
                return xmlrpc.client.ServerProxy('http://127.0.0.1:' + sys.argv[1] + '/@xmlrpc/' + name + '/RPC2')
            def call(name, method='any', *params):
                try:
                    return 'result ' + str(getattr(server(name), method)(*params))[:60]
                except xmlrpc.client.Fault as fault:
                    return 'Fault %s %s' % (fault.faultCode, fault.faultString)
                except xmlrpc.client.ProtocolError as error:
                    return 'ProtocolError %d' % error.errcode
                except xmlrpc.client.ResponseError:
                    return 'ResponseError'
                except Exception as error:
                    return type(error).__name__

            """
        return try await PythonClient.run(opening + script, ["\(gateway.port)"])
    }

    @Test func pythonRaisesAFaultForEveryCode() async throws {
        let names = XMLRPCRows.codes.map { $0.name.dropFirst(7) }.filter { $0 != "fault-with-500" }
        let said = try await python(
            "for name in '\(names.joined(separator: " "))'.split(): print(name, call(name))", .shipped.get())
        #expect(
            said == """
                parse-error Fault -32700 parse error. not well formed
                unsupported-encoding Fault -32701 parse error. unsupported encoding
                invalid-character Fault -32702 parse error. invalid character for encoding
                not-conforming Fault -32600 server error. invalid xml-rpc. not conforming to spec
                method-not-found Fault -32601 server error. requested method any does not exist.
                invalid-params Fault -32602 server error. parameter 2 must be a date
                internal-error Fault -32603 server error. internal xml-rpc error
                application-error Fault -32500 Order 1042 was shipped already: <cannot> change & ship again
                system-error Fault -32400 system error: no space left on device
                transport-error Fault -32300 transport error: no answer from the database
                server-error Fault -32000 overloaded, try again in 2 seconds

                """)
    }

    @Test func pythonSaysWhatTheCatalogueSaysOfIt() async throws {
        let said = try await python(
            """
            names = '''fault-with-500 fault-without-code fault-without-string string-code fault-of-wrong-type
              params-and-fault neither empty-params two-params result-of-wrong-type unknown-type malformed-value
              int-out-of-range untyped-value nil truncated-xml text-before-xml text-after-xml bare-ampersand
              control-character wrong-encoding html html-type empty-body unavailable unauthorized moved network-error'''
            for name in names.split(): print(name, call(name))
            """, .shipped.get())
        #expect(
            said == """
                fault-with-500 ProtocolError 500
                fault-without-code TypeError
                fault-without-string TypeError
                string-code Fault -32603 server error
                fault-of-wrong-type TypeError
                params-and-fault TypeError
                neither ResponseError
                empty-params result ()
                two-params result ({'order': 1042, 'items': ['A-7', 'B-1']}, {'order': 1042, '
                result-of-wrong-type result not a struct
                unknown-type ResponseError
                malformed-value ValueError
                int-out-of-range result 4294967296
                untyped-value result 42
                nil result None
                truncated-xml ExpatError
                text-before-xml ExpatError
                text-after-xml ExpatError
                bare-ampersand ExpatError
                control-character ExpatError
                wrong-encoding ExpatError
                html ExpatError
                html-type result {'order': 1042, 'items': ['A-7', 'B-1']}
                empty-body ExpatError
                unavailable ProtocolError 503
                unauthorized ProtocolError 401
                moved ProtocolError 301
                network-error ConnectionResetError

                """)
    }

    @Test func pythonsCallsAndMulticallsAreRead() async throws {
        let said = try await python(
            """
            calls = xmlrpc.client.MultiCall(server('multicall'))
            calls.stock.count(); calls.stock.price(); calls.stock.name('A-7'); calls.nope(1.5e300)
            results = calls()
            for number in range(4):
                try: print(results[number])
                except xmlrpc.client.Fault as fault: print('Fault', fault.faultCode, fault.faultString)
            print(server('multicall').system.listMethods())
            result = server('types').any()
            print(result['date'], result['bytes'].data, result['double'], result['array'])
            print(call('multicall', 'nope', {'a': [True, xmlrpc.client.DateTime(0), b'x' * 100, 'é & <']}))
            """, .shipped.get())
        #expect(
            said == """
                12
                Fault -32500 no price today
                A-7 is a kettle
                Fault -32601 server error. requested method nope does not exist.
                ['stock.count', 'stock.price', 'system.getCapabilities', 'system.listMethods', 'system.methodHelp', 'system.methodSignature', 'system.multicall']
                20300101T00:00:00 b'Hello' 1500.0 [1, 'two', []]
                Fault -32601 server error. requested method nope does not exist.

                """)
    }

    // MARK: Asking

    private func post(_ target: String, _ body: String) -> String {
        request(target, ["Content-Type: text/xml", "Content-Length: \(body.utf8.count)"], method: "POST") + body
    }

    private func ask(_ target: String, _ body: String, within time: Duration = .seconds(5)) throws
        -> RawConnection.Received
    {
        let connection = try RunningGateway.shipped.get().connect()
        connection.send(post(target, body))
        return connection.receiveResponse(within: time)
    }
}
