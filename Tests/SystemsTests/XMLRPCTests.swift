import Bytes
@testable import Catalogue
@testable import Systems
import Foundation
import TestSupport
import Testing
import Wire

/// What an XML-RPC server answers where nobody scripted anything.
struct XMLRPCTests {
    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    private func answer(_ body: [UInt8], type: String = "text/xml", method: String = "POST") -> Reply {
        let dialect = XMLRPC()
        let request = Request.make(method, "/RPC2", fields: [("Content-Type", type)], body: body)
        let context = AnswerContext(request, scripted: { $0 == 0 ? [Array("b.c".utf8), Array("a".utf8)] : [] })
        switch dialect.read(request) {
        case .unreadable(let reply): return reply
        case .call(let call): return dialect.combine([dialect.unscripted(call, in: context)], of: request)
        case .calls(let calls), .batch(_, let calls):
            return dialect.combine(calls.map { dialect.unscripted($0, in: context) }, of: request)
        }
    }

    /// The code of the fault that a body gets; 0 for none.
    private func code(_ body: [UInt8], type: String = "text/xml") -> Int {
        let reply = answer(body, type: type)
        let text = String(decoding: reply.content, as: UTF8.self)
        #expect(reply.head.status == 200 && reply.head.first("content-type") == Array("text/xml".utf8))
        guard text.hasPrefix(Self.declaration + "<methodResponse><fault>"),
            let match = text.firstMatch(of: /<int>(-?[0-9]+)<\/int>/)
        else { return 0 }
        return Int(match.1) ?? 0
    }

    private func code(_ body: String, type: String = "text/xml") -> Int { code(Array(body.utf8), type: type) }

    private static func call(_ params: String, method: String = "nope") -> String {
        "<methodCall><methodName>\(method)</methodName>\(params)</methodCall>"
    }

    private static func call(value: String) -> String {
        call("<params><param><value>\(value)</value></param></params>")
    }

    // MARK: Reading

    /// What a call says as JSON; nil where it is none.
    private func json(_ body: String) -> String? {
        guard case .call(let call) = XMLRPC().read(Request.make("POST", "/", body: Array(body.utf8))) else {
            return nil
        }
        return String(decoding: call.text, as: UTF8.self)
    }

    @Test(arguments: [
        ("<i4>7</i4>", "7"), ("<int>-2147483648</int>", "-2147483648"), ("<int>+007</int>", "7"),
        ("<boolean>1</boolean>", "true"), ("<boolean>0</boolean>", "false"), ("<double>-12.214</double>", "-12.214"),
        ("<double>+.5</double>", "0.5"), ("<double>007.</double>", "7.0"), ("<double>1e+300</double>", "1.0e+300"),
        ("<double>0</double>", "0.0"), ("<double>1e-9223372036854775808</double>", "1.0e-9223372036854775808"),
        ("<string>a &amp; \"b\"\n</string>", #""a & \"b\"\n""#), ("", #""""#),
        ("plain", #""plain""#), (" ", #"" ""#), ("<string/>", #""""#), (" <i4>1</i4> ", "1"),
        ("<string><![CDATA[<x>]]></string>", #""<x>""#), ("<string>😀\u{7F}</string>", "\"😀\u{7F}\""),
        ("<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>", #""19980717T14:08:55""#),
        ("<dateTime.iso8601>1998-07-17T14:08:55.25Z</dateTime.iso8601>", #""19980717T14:08:55""#),
        ("<dateTime.iso8601>20000229T23:59:60</dateTime.iso8601>", #""20000229T23:59:60""#),
        ("<base64>eW91IGNh\n  bid0</base64>", #""eW91IGNhbid0""#),
        ("<array><data></data></array>", "[]"), ("<array><data/></array>", "[]"), ("<struct/>", "{}"),
        (
            "<array><data><value>1</value> <value><array><data><value><i4>2</i4></value></data></array></value></data></array>",
            #"["1",[2]]"#
        ),
        (
            "<struct><member><name>a\"</name><value><i4>1</i4></value></member> <member><name>b</name><value/></member></struct>",
            #"{"a\"":1,"b":""}"#
        ),
    ])
    func aCallIsReadAsJSON(value: String, read: String) {
        #expect(json(Self.call(value: value)) == #"{"method":"nope","params":[\#(read)]}"#)
    }

    @Test func theParametersMayBeMissing() {
        let none = #"{"method":"a.b:c/d_9","params":[]}"#
        for params in ["", "<params/>", "<params> </params>", "<!-- none -->"] {
            #expect(json(Self.call(params, method: "a.b:c/d_9")) == none)
        }
        #expect(
            json(
                Self.call("<params><param><value>1</value></param><param><value><i4>2</i4></value></param></params>"))
                == #"{"method":"nope","params":["1",2]}"#)
        #expect(json("<?xml version='1.0'?>\n\n<methodCall>\n <methodName>x</methodName>\n</methodCall>\n") != nil)
    }

    @Test func settingsBringTheTypesThatTheSpecificationDoesNotHave() throws {
        let given: [String: Setting.Value] = ["nil": .flag(true), "i8": .flag(true)]
        let dialect = XMLRPC().with(Settings(of: XMLRPC().settings, given: given))
        func json(_ value: String) -> String? {
            let request = Request.make("POST", "/", body: Array(Self.call(value: value).utf8))
            guard case .call(let call) = dialect.read(request) else { return nil }
            return String(decoding: call.text, as: UTF8.self)
        }
        #expect(json("<nil/>") == #"{"method":"nope","params":[null]}"#)
        #expect(json("<i8>-9223372036854775808</i8>") == #"{"method":"nope","params":[-9223372036854775808]}"#)
        #expect(json("<nil>0</nil>") == nil && json("<i8>9223372036854775808</i8>") == nil)
        let reply = try #require(dialect.wrap(XMLRPC.reply(Array("[null,2147483648]".utf8)), for: nil, in: .sample))
        #expect(
            String(decoding: reply.content, as: UTF8.self).contains(
                "<data><value><nil/></value><value><i8>2147483648</i8></value></data>"))
    }

    // MARK: Faults

    @Test(arguments: [
        "", " ", "x", "{}", "<methodCall>", "<methodCall><methodName>x</methodName>", "<methodCall></methodResponse>",
        "<?xml version=\"1.0\"><methodCall/>", "<?xml?><methodCall/>", "<?xml version=\"2.0\"?><a/>",
        "<?xml encoding=\"utf-8\" version=\"1.0\"?><a/>", "<?xml version=1.0?><a/>", "\n<?xml version=\"1.0\"?><a/>",
        "<?xml version=\"1.0\" encoding=\"utf-8\" extra=\"1\"?><a/>", "<?xml version=\"1.0\"encoding=\"utf-8\"?><a/>",
        "<?xml version=\"1.0\" encoding=\"utf-8?><a/>",
        call(value: "<string>a & b</string>"), call(value: "<string>&nbsp;</string>"),
        call(value: "<string>\0</string>"), call(value: "<string>&#0;</string>"), call("") + "x",
        "<html><body><p></body>",
    ])
    func whatIsNotWellFormed(body: String) { #expect(code(body) == -32700) }

    /// Too long for the list above, which a log of the tests shows whole.
    @Test func whatIsVeryDeepIsNotWellFormed() {
        let elements = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(code(elements) == -32700)
        #expect(code(Self.call(value: String(repeating: "<array><data><value>", count: 100_000))) == -32700)
    }

    @Test func anEncodingThatNobodyKnows() {
        #expect(code(Self.call(""), type: "text/xml; charset=x-martian") == -32701)
        #expect(code(Self.call(""), type: "text/xml; Charset=\"X-Martian\"") == -32701)
        #expect(code("<?xml version=\"1.0\" encoding=\"EBCDIC-CP-BE\"?>" + Self.call("")) == -32701)
        // What the head says goes before what the document says, and a mark before both.
        #expect(
            code("<?xml version=\"1.0\" encoding=\"x-martian\"?>" + Self.call(""), type: "text/xml; charset=utf-8")
                == -32601)
        #expect(code("\u{FEFF}" + Self.call(""), type: "text/xml; charset=x-martian") == -32601)
        let wide = Self.call("").utf8
        #expect(code([0xFF, 0xFE] + wide.flatMap { [$0, 0] }) == -32701)
        #expect(code([0xFE, 0xFF] + wide.flatMap { [0, $0] }) == -32701)
        #expect(code([0xFF, 0xFF] + wide) == -32702)
        #expect(code(wide.flatMap { [$0, 0] }) == -32701)
        #expect(code(wide.flatMap { [0, $0] }) == -32701)
    }

    @Test func bytesThatAreNoCharacter() {
        func body(_ bytes: [UInt8], _ encoding: String = "UTF-8") -> [UInt8] {
            Array(
                "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><methodCall><methodName>a</methodName><params><param><value>"
                    .utf8)
                + bytes + Array("</value></param></params></methodCall>".utf8)
        }
        for bytes: [UInt8] in [[0x80], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xFC]] {
            #expect(code(body(bytes)) == -32702)
            #expect(code(body(bytes, "us-ascii")) == -32702)
            #expect(code(body(bytes), type: "text/xml; charset=us-ascii") == -32702)
        }
        #expect(code(body(Array("é".utf8))) == -32601)
        #expect(code(body(Array("é".utf8), "US-ASCII")) == -32702)
        #expect(code(body([0xFC], "ISO-8859-1")) == -32601)
        #expect(code(body([0xFC]), type: "text/xml; charset=latin1") == -32601)
    }

    @Test(arguments: [
        "<html/>", "<methodResponse/>", "<methodCall/>", "<methodCall><params/></methodCall>",
        "<methodCall>x</methodCall>",
        "<methodCall><methodName/></methodCall>", call("", method: "a b"), call("", method: "é"),
        call("", method: " a"),
        call("<params/><params/>"), call("<other/>"), call("x"), call("<params>x</params>"),
        call("<params><value>1</value></params>"), call("<params><param/></params>"),
        call("<params><param><value/><value/></param></params>"), call(value: "<i8>1</i8>"), call(value: "<nil/>"),
        call(value: "<i4>1</i4>x"), call(value: "x<i4>1</i4>"), call(value: "<i4>1</i4><i4>2</i4>"),
        call(value: "<i4/>"), call(value: "<i4> 1 </i4>"), call(value: "<i4>1.0</i4>"),
        call(value: "<i4>2147483648</i4>"),
        call(value: "<i4>0x1</i4>"), call(value: "<boolean>true</boolean>"), call(value: "<boolean>2</boolean>"),
        call(value: "<double>.</double>"), call(value: "<double>inf</double>"), call(value: "<double>nan</double>"),
        call(value: "<double>1,5</double>"), call(value: "<double>1e</double>"), call(value: "<double> 1</double>"),
        call(value: "<dateTime.iso8601>yesterday</dateTime.iso8601>"), call(value: "<base64>===</base64>"),
        call(value: "<dateTime.iso8601>19980717T14:08:55+02:00</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980717T14:08:55.</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980717T14:08</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19981317T14:08:55</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980017T14:08:55</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980700T14:08:55</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980631T14:08:55</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19000229T14:08:55</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980717T24:08:55</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980717T14:60:55</dateTime.iso8601>"),
        call(value: "<dateTime.iso8601>19980717T14:08:61</dateTime.iso8601>"),
        call(value: "<array/>"), call(value: "<array><value/></array>"), call(value: "<array>x<data/></array>"),
        call(value: "<array><data>x</data></array>"), call(value: "<array><data/><data/></array>"),
        call(value: "<struct>x</struct>"), call(value: "<struct><member/></struct>"),
        call(value: "<struct><member><name>a</name></member></struct>"),
        call(value: "<struct><member><value/><name>a</name></member></struct>"),
        call(value: "<struct><member><name>a</name>x<value/></member></struct>"), call(value: "<i4><b/></i4>"),
        "<!DOCTYPE methodCall>" + call(""),
        "<!DOCTYPE x [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;\">]>" + call(value: "<string>&b;</string>"),
        "<?xml version=\"1.0\"?><!DOCTYPE x SYSTEM \"file:///etc/passwd\">" + call(""),
    ])
    func whatIsNoCall(body: String) { #expect(code(body) == -32600) }

    @Test func anElementWithALongNameIsNoCall() {
        #expect(code("<\(String(repeating: "a", count: 1 << 20))/>") == -32600)
    }

    @Test func anUnknownMethodIsNotFound() {
        #expect(code(Self.call("")) == -32601)
        #expect(code(Self.call("", method: String(repeating: "a", count: 1 << 20))) == -32601)
        #expect(
            String(decoding: answer(Array(Self.call("").utf8)).content, as: UTF8.self) == Self.declaration
                + "<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>-32601</int></value></member>"
                + "<member><name>faultString</name><value><string>server error. requested method nope does not exist.</string></value></member>"
                + "</struct></value></fault></methodResponse>")
    }

    @Test func onlyAPOSTIsACall() {
        let reply = answer([], method: "GET")
        #expect(reply.head.status == 405 && reply.head.first("allow") == Array("POST".utf8))
        #expect(code("") == -32700)
    }

    @Test func theMethodsAreListed() {
        let names = [
            "a", "b.c", "system.getCapabilities", "system.listMethods", "system.methodHelp", "system.methodSignature",
            "system.multicall",
        ]
        let values = names.map { "<value><string>\($0)</string></value>" }.joined()
        #expect(
            String(decoding: answer(Array(Self.call("", method: "system.listMethods").utf8)).content, as: UTF8.self)
                == Self.declaration
                + "<methodResponse><params><param><value><array><data>\(values)</data></array></value>"
                + "</param></params></methodResponse>")
    }

    /// The result of a method that tells of others, or the code of its fault.
    private func told(_ method: String, _ params: String = "", settings: [String: Setting.Value] = [:]) -> String {
        let dialect = XMLRPC().with(Settings(of: XMLRPC().settings, given: settings))
        let request = Request.make("POST", "/", body: Array(Self.call(params, method: method).utf8))
        let context = AnswerContext(request, scripted: { $0 == 0 ? [Array("b.c".utf8)] : [] })
        guard case .call(let call) = dialect.read(request), let reply = dialect.unscripted(call, in: context) else {
            return "none"
        }
        let text = String(decoding: reply.content, as: UTF8.self)
        if let match = text.firstMatch(of: /<fault>.*<int>(-?[0-9]+)<\/int>.*<string>(.*)<\/string>/) {
            return "\(match.1) \(match.2)"
        }
        return text.replacing(Self.declaration + "<methodResponse><params><param><value>", with: "").replacing(
            "</value></param></params></methodResponse>", with: "")
    }

    private static func named(_ method: String) -> String { "<params><param><value>\(method)</value></param></params>" }

    @Test func signaturesAndHelpAreKnownOfTheSystemsOwnMethods() {
        func list(_ types: String...) -> String {
            let values = types.map { "<value><string>\($0)</string></value>" }.joined()
            return "<array><data><value><array><data>\(values)</data></array></value></data></array>"
        }
        for (method, types) in [
            ("system.listMethods", list("array")), ("system.methodHelp", list("string", "string")),
            ("system.methodSignature", list("array", "string")), ("system.getCapabilities", list("struct")),
            ("system.multicall", list("array", "array")),
        ] {
            #expect(told("system.methodSignature", Self.named(method)) == types)
            let help = told("system.methodHelp", Self.named("<string>\(method)</string>"))
            #expect(help.wholeMatch(of: /<string>[A-Z].{10,}\.<\/string>/) != nil, "\(help)")
        }
    }

    @Test func ofAScriptedMethodNothingIsKnownAndOfAnotherNotEvenThat() {
        #expect(told("system.methodSignature", Self.named("b.c")) == "<string>undef</string>")
        #expect(told("system.methodHelp", Self.named("b.c")) == "<string></string>")
        let missing = "-32601 server error. requested method nope does not exist."
        #expect(told("system.methodSignature", Self.named("nope")) == missing)
        #expect(told("system.methodHelp", Self.named("nope")) == missing)
        for params in [
            "", Self.named("<int>1</int>"), "<params><param><value/></param><param><value/></param></params>",
        ] {
            #expect(told("system.methodHelp", params) == "-32602 server error. invalid method parameters")
        }
        #expect(told("system.shutdown") == "-32601 server error. requested method system.shutdown does not exist.")
    }

    @Test func theCapabilitiesAreThoseOfTheSettings() {
        let standard = told("system.getCapabilities")
        let names = standard.matches(of: /<name>([^<]*)<\/name><value><struct>/).map { String($0.1) }
        #expect(names == ["xmlrpc", "faults_interop", "system.multicall", "introspection"])
        #expect(
            standard.contains(
                "<member><name>specUrl</name><value><string>http://www.xmlrpc.com/spec</string></value></member><member><name>specVersion</name><value><int>1</int></value></member>"
            ))
        #expect(told("system.getCapabilities", settings: ["nil": .flag(true)]).contains("<name>nil</name>"))
    }

    // MARK: Multicalls

    private static func multicall(_ elements: [String]) -> String {
        call(
            "<params><param><value><array><data>\(elements.joined())</data></array></value></param></params>",
            method: "system.multicall")
    }

    private static func element(_ method: String, params: String = "<value><array><data/></array></value>") -> String {
        "<value><struct><member><name>methodName</name><value>\(method)</value></member>"
            + "<member><name>params</name>\(params)</member></struct></value>"
    }

    @Test func eachCallOfAMulticallHasItsOwnAnswer() {
        let text = String(
            decoding: answer(
                Array(
                    Self.multicall([
                        Self.element("nope"), "<value>7</value>", Self.element("system.multicall"),
                        Self.element("nope", params: "<value>1</value>"), Self.element("system.listMethods"),
                    ]).utf8)
            ).content, as: UTF8.self)
        #expect(
            text.matches(of: /<int>(-?[0-9]+)<\/int>/).map { String($0.1) } == ["-32601", "-32600", "-32600", "-32600"])
        #expect(text.hasPrefix(Self.declaration + "<methodResponse><params><param><value><array><data><value><struct>"))
        #expect(text.contains("<value><array><data><value><array><data><value><string>a</string>"))
        let one = String(decoding: answer(Array(Self.multicall([Self.element("nope")]).utf8)).content, as: UTF8.self)
        #expect(one.contains("<params>") && !one.contains("<fault>"))
        let none = String(decoding: answer(Array(Self.multicall([]).utf8)).content, as: UTF8.self)
        #expect(none.contains("<value><array><data></data></array></value>"))
    }

    @Test func aMulticallWithoutAListIsRefused() {
        #expect(code(Self.call("", method: "system.multicall")) == -32602)
        #expect(
            code(Self.call("<params><param><value>1</value></param></params>", method: "system.multicall")) == -32602)
    }

    @Test func whatIsTooMuchIsRefused() {
        #expect(code(Self.multicall(Array(repeating: "<value/>", count: XMLRPC.maximumCalls))) == 0)
        #expect(code(Self.multicall(Array(repeating: "<value/>", count: XMLRPC.maximumCalls + 1))) == -32600)
        let many = String(repeating: "<value/>", count: XMLRPC.maximumValues + 1)
        #expect(code(Self.call(value: "<array><data>\(many)</data></array>")) == -32600)
    }

    /// Whatever is sent, it is a call or one of the faults that the list has for it.
    @Test func anyBytesAtAllHaveAnAnswer() {
        let whole = Array(
            ("<?xml version=\"1.0\" encoding='UTF-8'?><!-- x --><methodCall a='&lt;1'><methodName>a.b</methodName><params><param>"
                + "<value><struct><member><name>é</name><value><![CDATA[<\r]]>&#x1F600;</value></member></struct></value></param>"
                + "<param><value><base64>AA==</base64></value></param><?p i?></params></methodCall>\n").utf8)
        let codes: Set = [-32700, -32701, -32702, -32600, -32601]
        #expect(code(whole) == -32601)
        for count in whole.indices { #expect(codes.contains(code(Array(whole.prefix(count))))) }
        for count in whole.indices { #expect(codes.contains(code(Array(whole.suffix(count))))) }
        var draw = DrawKey(seed: 7, rule: []).draw(hit: 1, purpose: .content)
        let interesting = Array("<>&;/!?-[]'\"=x\0\r\u{80}".utf8) + [0xFF, 0xEF, 0xBF]
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0...Int(draw.next() % 3) {
                let place = Int(draw.next() % UInt64(bytes.count))
                bytes[place] = interesting[Int(draw.next() % UInt64(interesting.count))]
            }
            #expect(codes.contains(code(bytes)), "\(bytes)")
        }
    }

    // MARK: Codes

    private static let codes = [-32700, -32701, -32702, -32600, -32601, -32602, -32603, -32500, -32400, -32300]

    @Test(arguments: codes) func everyCodeOfTheListIsAFaultOfThatCode(code: Int) throws {
        let failure = try #require(FailureIndex.all["xmlrpc/\(code)"])
        let text = bytes(failure.script())
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n"))
        #expect(text.contains("<name>faultCode</name><value><int>\(code)</int></value>"))
        #expect(text.contains("<string>\(FaultCode(code).message)</string>"))
        #expect(failure.source.contains("rfc.fault_codes"))
        // The text of one was captured.
        #expect(failure.evidence == (code == -32601 ? .observed : .documented))
    }

    @Test func theListHasTenCodesAndEachItsOwnMeaning() {
        #expect(Set(Self.codes.map { FaultCode($0).summary }).count == 10)
        #expect(Set(Self.codes.map { FaultCode($0).message }).count == 10)
    }

    @Test(arguments: [
        ("-32042", "server error"), ("-32100", "server error"), ("4", "application error"), ("0", "application error"),
        ("2147483647", "application error"), ("-2147483648", "application error"),
    ])
    func anyOtherCodeIsOneToo(code: String, message: String) {
        let text = bytes(Failure.named("xmlrpc/\(code)").script())
        #expect(text.contains("<int>\(code)</int>") && text.contains("<string>\(message)</string>"))
    }

    @Test(arguments: ["2147483648", "-2147483649", "01", "+1", "-0", "1.0", "", "x"])
    func whatIsNoCodeHasNone(code: String) { #expect(FailureIndex.all["xmlrpc/\(code)"] == nil) }

    @Test func aMessageIsEscaped() {
        let text = bytes(Failure.named("xmlrpc/-32500").script(["message": .text("<a> & \u{1}\r")]))
        #expect(text.contains("<string>&lt;a&gt; &amp; \u{FFFD}&#13;</string>"))
    }

    @Test(arguments: ["Fault", "ProtocolError", "ExpatError", "ResponseError", "xml.parsers.expat.ExpatError"])
    func theErrorsOfPythonLeadToWhatCausesThem(name: String) {
        guard case .causes(let causes)? = FailureIndex.all.entry("xmlrpc/\(name)")?.disposition else {
            Issue.record("no causes")
            return
        }
        for cause in causes { #expect(FailureIndex.all.failure(of: cause) != nil, "\(cause.name)") }
    }

    @Test func onlyWhatWasTriedIsSaidToBeMeasured() throws {
        func source(_ name: String) throws -> String { try #require(FailureIndex.all.entry("xmlrpc/" + name)).source }
        #expect(try source("-32601").hasSuffix("measured on loopback 2026-11 (xmlrpc.client of Python 3.11.7)"))
        #expect(try source("-32042") == "https://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php")
        #expect(try source("ExpatError") == "measured on loopback 2026-11 (xmlrpc.client of Python 3.11.7)")
        #expect(FailureIndex.all.entry("xmlrpc/ResponseError")?.evidence == .observed)
        #expect(FailureIndex.all.entry("xmlrpc/Fault")?.evidence == .documented)
    }

    // MARK: Results

    @Test(arguments: [
        ("7", "<int>7</int>"), ("-2147483648", "<int>-2147483648</int>"), ("1.50", "<double>1.50</double>"),
        ("1.5e3", "<double>1500.0</double>"), ("25E-1", "<double>2.5</double>"), ("-1e-3", "<double>-0.001</double>"),
        ("0e999", "<double>0.0</double>"), ("1e-9223372036854775808", "<double>0.0</double>"),
        (
            "1" + String(repeating: "0", count: 500) + "e-490",
            "<double>10000000000." + String(repeating: "0", count: 490) + "</double>"
        ),
        ("12.34e1", "<double>123.4</double>"), ("true", "<boolean>1</boolean>"),
        ("false", "<boolean>0</boolean>"), (#""a<b""#, "<string>a&lt;b</string>"),
        ("[]", "<array><data></data></array>"),
        (
            "[1,[2]]",
            "<array><data><value><int>1</int></value><value><array><data><value><int>2</int></value></data></array></value></data></array>"
        ),
        ("{}", "<struct></struct>"),
        (#"{"a&":1}"#, "<struct><member><name>a&amp;</name><value><int>1</int></value></member></struct>"),
        (#"{"$dateTime":"2030-01-02T03:04:05.6Z"}"#, "<dateTime.iso8601>20300102T03:04:05</dateTime.iso8601>"),
        (#"{"$base64":"SGVsbG8="}"#, "<base64>SGVsbG8=</base64>"),
        (
            #"{"$base64":"x","b":1}"#,
            "<struct><member><name>$base64</name><value><string>x</string></value></member><member><name>b</name><value><int>1</int></value></member></struct>"
        ),
        // What turns out to have no form where it can no longer be refused.
        ("null", "<string></string>"), ("2147483648", "<string>2147483648</string>"),
        ("1e999", "<string>1e999</string>"),
    ])
    func aResultIsAValue(json: String, value: String) throws {
        let reply = try #require(XMLRPC().wrap(XMLRPC.reply(Array(json.utf8)), for: nil, in: .sample))
        #expect(
            String(decoding: reply.content, as: UTF8.self) == Self.declaration
                + "<methodResponse><params><param><value>\(value)</value></param></params></methodResponse>")
    }
}
