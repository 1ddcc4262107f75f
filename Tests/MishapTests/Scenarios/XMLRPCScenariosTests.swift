import Catalogue
import Systems
import TestSupport
import Testing

/// Each shipped scenario of XML-RPC on the wire, and with the client that Python brings.
@Suite(.descriptors) struct XMLRPCScenariosTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let call: String
        let status: Int
        let type: String
        let body: [UInt8]

        /// `content` is what stands inside of the `methodResponse`.
        init(
            _ name: String, _ content: String, call: String = Row.call, status: Int = 200, type: String = "text/xml"
        ) {
            self.init(name, bytes: Array("\(Row.opening)\(content)</methodResponse>".utf8), call: call, status, type)
        }

        init(_ name: String, bytes: [UInt8], call: String = Row.call, _ status: Int = 200, _ type: String = "text/xml")
        {
            self.name = name
            self.call = call
            self.status = status
            self.type = type
            body = bytes
        }

        static let opening = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<methodResponse>"
        static let call =
            "<?xml version='1.0'?>\n<methodCall>\n<methodName>any</methodName>\n<params>\n</params>\n</methodCall>\n"
        static let multicall: String = {
            let element =
                "<value><struct><member><name>methodName</name><value><string>any</string></value></member>"
                + "<member><name>params</name><value><array><data></data></array></value></member></struct></value>"
            return "<methodCall><methodName>system.multicall</methodName><params><param><value><array><data>"
                + element + element + "</data></array></value></param></params></methodCall>"
        }()
        var testDescription: String { name }
    }

    private static func fault(_ code: Int, _ message: String) -> String {
        "<fault><value><struct><member><name>faultCode</name><value><int>\(code)</int></value></member>"
            + "<member><name>faultString</name><value><string>\(message)</string></value></member></struct></value></fault>"
    }

    /// A fault of one or both of its members.
    private static func fault(_ members: [(String, String)]) -> String {
        "<fault><value><struct>"
            + members.map { "<member><name>\($0.0)</name><value>\($0.1)</value></member>" }.joined()
            + "</struct></value></fault>"
    }

    private static func result(_ value: String) -> String { "<params><param><value>\(value)</value></param></params>" }
    private static func list(_ values: String...) -> String { "<array><data>\(values.joined())</data></array>" }
    private static let order =
        "<struct><member><name>order</name><value><int>1042</int></value></member><member><name>items</name><value>"
        + list("<value><string>A-7</string></value>", "<value><string>B-1</string></value>")
        + "</value></member></struct>"
    private static let ok = "<struct><member><name>ok</name><value><boolean>1</boolean></value></member></struct>"
    private static var document: String { Row.opening + result(order) + "</methodResponse>" }

    static let codes = [
        Row("parse-error", fault(-32700, "parse error. not well formed")),
        Row("unsupported-encoding", fault(-32701, "parse error. unsupported encoding")),
        Row("invalid-character", fault(-32702, "parse error. invalid character for encoding")),
        Row("not-conforming", fault(-32600, "server error. invalid xml-rpc. not conforming to spec")),
        Row("method-not-found", fault(-32601, "server error. requested method not found")),
        Row("invalid-params", fault(-32602, "server error. parameter 2 must be a date")),
        Row("internal-error", fault(-32603, "server error. internal xml-rpc error")),
        Row(
            "application-error",
            fault(-32500, "Order 1042 was shipped already: &lt;cannot&gt; change &amp; ship again")),
        Row("system-error", fault(-32400, "system error: no space left on device")),
        Row("transport-error", fault(-32300, "transport error: no answer from the database")),
        Row("server-error", fault(-32000, "overloaded, try again in 2 seconds")),
        Row("fault-with-500", fault(-32603, "server error. internal xml-rpc error"), status: 500),
    ]

    static let rows =
        codes + [
            Row("fault-without-code", fault([("faultString", "<string>server error</string>")])),
            Row("fault-without-string", fault([("faultCode", "<int>-32603</int>")])),
            Row(
                "string-code",
                fault([("faultCode", "<string>-32603</string>"), ("faultString", "<string>server error</string>")])),
            Row("fault-of-wrong-type", "<fault><value><string>server error</string></value></fault>"),
            Row("params-and-fault", result(order) + fault(-32603, "server error. internal xml-rpc error")),
            Row("neither", ""),
            Row("empty-params", "<params/>"),
            Row(
                "two-params",
                "<params><param><value>\(order)</value></param><param><value>\(order)</value></param></params>"),
            Row("result-of-wrong-type", result("<string>not a struct</string>")),
            Row("unknown-type", result("<money>9.99</money>")),
            Row("malformed-value", result("<int>12abc</int>")),
            Row("int-out-of-range", result("<i4>4294967296</i4>")),
            Row("untyped-value", result("42")),
            Row("nil", result("<nil/>")),
            Row(
                "too-deep",
                "<params><param>" + String(repeating: "<value><array><data>", count: 1200)
                    + String(repeating: "</data></array></value>", count: 1200) + "</param></params>"),
            Row("truncated-xml", bytes: Array(document.utf8.prefix(document.utf8.count / 2))),
            Row("text-before-xml", bytes: Array("\r\n\(document)".utf8)),
            Row("text-after-xml", bytes: Array("\(document)\n<!-- 0.042 s -->\nDone.\n".utf8)),
            Row("bare-ampersand", result("<string>fish & chips <fresh></string>")),
            Row("control-character", result("<string>a\u{8}b</string>")),
            Row(
                "wrong-encoding",
                bytes: Array("\(Row.opening)<params><param><value><string>Z".utf8) + [0xFC]
                    + Array("rich</string></value></param></params></methodResponse>".utf8)),
            Row("doctype", bytes: Array(bomb.utf8)),
            Row("missing-element", result(list("<value>\(list("<value>\(ok)</value>"))</value>")), call: Row.multicall),
            Row("bare-results", result(list("<value>\(ok)</value>", "<value>\(ok)</value>")), call: Row.multicall),
            Row("single-fault", fault(-32601, "server error. requested method not found"), call: Row.multicall),
            Row("html-type", result(order), type: "text/html; charset=utf-8"),
            Row("types", result(types)),
            Row(
                "multicall",
                result(
                    list(
                        "<value>\(fault(-32601, "server error. requested method not found").dropFirst(14).dropLast(16))</value>",
                        "<value>\(fault(-32601, "server error. requested method not found").dropFirst(14).dropLast(16))</value>"
                    )), call: Row.multicall),
        ]

    private static let bomb: String = {
        let names = ["a", "b", "c", "d", "e", "f", "g"]
        let entities = zip(names, names.dropFirst()).map { smaller, larger in
            "<!ENTITY \(larger) \"\(String(repeating: "&\(smaller);", count: 10))\">"
        }
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<!DOCTYPE methodResponse [<!ENTITY a \"lol\">"
            + entities.joined() + "]>\n<methodResponse>" + result("<string>&g;</string>") + "</methodResponse>"
    }()

    private static let types: String = {
        let inner = "<struct><member><name>name</name><value><string>Ada</string></value></member></struct>"
        let members = [
            ("int", "<int>-7</int>"), ("double", "<double>1500.0</double>"), ("boolean", "<boolean>1</boolean>"),
            ("string", "<string>fish &amp; chips</string>"),
            (
                "array",
                list("<value><int>1</int></value>", "<value><string>two</string></value>", "<value>\(list())</value>")
            ),
            ("struct", inner), ("date", "<dateTime.iso8601>20300101T00:00:00</dateTime.iso8601>"),
            ("bytes", "<base64>SGVsbG8=</base64>"),
        ]
        return "<struct>"
            + members.map { "<member><name>\($0.0)</name><value>\($0.1)</value></member>" }.joined() + "</struct>"
    }()

    /// These end otherwise, or differ from one request to the next, or are those of plain HTTP.
    private static let others = [
        "cut-off", "empty-body", "html", "moved", "network-error", "reset-then-success", "slow", "tour", "unauthorized",
        "unavailable",
    ]

    @Test func everyShippedScenarioHasARow() throws {
        let names = (Self.rows.map(\.name) + Self.others).sorted().map { "xmlrpc/" + $0 }
        #expect(try Repository.scenarios(in: "xmlrpc") == names)
    }

    @Test(arguments: rows) func theWireSaysWhatTheScenarioSays(row: Row) throws {
        let phrase = row.status == 200 ? "OK" : "Internal Server Error"
        let head =
            "HTTP/1.1 \(row.status) \(phrase)\r\nContent-Type: \(row.type)\r\nContent-Length: \(row.body.count)\r\n\r\n"
        let connection = try RunningGateway.shipped.get().connect()
        // Twice on one connection: it lives on, and the second answer is like the first.
        for _ in 0..<2 {
            connection.send(post("/@xmlrpc/\(row.name)/RPC2", row.call))
            let wanted = Array(head.utf8) + row.body
            let answer = connection.receive(within: .seconds(5)) { $0.withoutDates.count >= wanted.count }
            #expect(answer.bytes.withoutDates == wanted, "\(row.name) sent:\n\(answer.bytes.shown)")
            #expect(answer.ending == .open)
        }
    }

    @Test(arguments: [
        ("-32601", Row.call, fault(-32601, "server error. requested method not found")),
        ("-32042", "<", fault(-32042, "server error")), ("4", "", fault(4, "application error")),
        ("neither", Row.call, ""),
        ("missing-element", Row.multicall, result(list("<value>\(list("<value>\(ok)</value>"))</value>"))),
        (
            "missing-element", Row.call,
            result(
                list(
                    "<value>\(list("<value><int>1</int></value>"))</value>",
                    "<value>\(list("<value><int>2</int></value>"))</value>"))
        ),
    ])
    func aFailureByItsNameAnswersWithoutAScenario(code: String, call: String, content: String) throws {
        #expect(
            try ask("/__mishap/fail/xmlrpc/\(code)/RPC2", call).body == "\(Row.opening)\(content)</methodResponse>")
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
        try ask(Row.call, times: single.count + 1)
        try ask(Row.multicall, times: failures.count - single.count)
        let told = try gateway.journal("xmlrpc--tour", ended: failures.count + 1).entries.map(\.failure)
        #expect(told == single.map(\.name) + [nil] + failures.filter(\.needsBatch).map(\.name))
    }

    @Test func theConnectionIsResetOnce() throws {
        let gateway = try RunningGateway(shipped: ())
        for (name, resets) in [("network-error", [true, true]), ("reset-then-success", [true, false, false])] {
            for isReset in resets {
                let connection = try gateway.connect()
                connection.send(post("/@xmlrpc/\(name)/RPC2", Row.call))
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
        let begin = ContinuousClock.now
        for (body, code) in bodies {
            let answer = try ask("/@xmlrpc/multicall/RPC2", body, within: .seconds(30))
            #expect(answer.status == 200)
            #expect(answer.body.contains("<int>\(code)</int>"), "\(code): \(answer.body.prefix(300))")
        }
        #expect(ContinuousClock.now - begin < .seconds(30))
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
        let names = Self.codes.map(\.name).filter { $0 != "fault-with-500" }
        let said = try await python(
            "for name in '\(names.joined(separator: " "))'.split(): print(name, call(name))", .shipped.get())
        #expect(
            said == """
                parse-error Fault -32700 parse error. not well formed
                unsupported-encoding Fault -32701 parse error. unsupported encoding
                invalid-character Fault -32702 parse error. invalid character for encoding
                not-conforming Fault -32600 server error. invalid xml-rpc. not conforming to spec
                method-not-found Fault -32601 server error. requested method not found
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
                Fault -32601 server error. requested method not found
                ['stock.count', 'stock.price', 'system.listMethods', 'system.multicall']
                20300101T00:00:00 b'Hello' 1500.0 [1, 'two', []]
                Fault -32601 server error. requested method not found

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
