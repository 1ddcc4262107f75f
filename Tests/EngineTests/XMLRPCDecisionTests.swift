import Catalogue
import Engine
import Testing
import Wire

/// Scripted XML-RPC: which call meets which rule, and what becomes of a multicall.
@Suite struct XMLRPCDecisionTests {
    private let golden = Golden(
        #"""
        { "system": "xmlrpc", "rules": [
          { "name": "all", "match": { "batch": true, "path": "/whole" }, "steps": [ { "reply": { "result": 7 } } ] },
          { "name": "one", "match": { "rpc": "one" }, "steps": [
            { "reply": { "result": [1.0] }, "delay": "1s" },
            { "reply": { "result": "x", "status": 201, "headers": { "X": "y" } } } ] },
          { "name": "two", "match": { "rpc": { "startsWith": "tw" } }, "steps": [ { "fail": -32602, "delay": "3s" } ] },
          { "name": "spoiled", "match": { "rpc": "spoiled" }, "steps": [ { "fail": "unknown-type", "reply": { "result": 1 } } ] },
          { "name": "reset", "match": { "rpc": "reset" }, "steps": [ { "fail": "tcp/reset" } ] },
          { "name": "echo", "match": { "json": { "/params/0/name": "Ada" } }, "steps": [ { "reply": { "result": {
            "all": "{{request.json/params}}", "name": "{{request.json/params/0/name}}", "none": "{{request.json/params/9}}" } } } ] },
          { "name": "any", "match": { "path": "/any" }, "steps": [ { "reply": { "result": "any" } } ] },
          { "name": "own", "match": { "rpc": "own" }, "fail": -32601, "with": { "json": { "oops": 1 } } } ] }
        """#)

    private func text(_ body: String, path: String = "/") -> String {
        guard case .answer(let answer) = golden.decide(Request.make("POST", path, body: Array(body.utf8))) else {
            return ""
        }
        let text = answer.plan.script.actions.reduce(into: "") { text, action in
            guard case .content(let content, _) = action else { return }
            text += String(decoding: content.bytes(0..<content.count), as: UTF8.self)
        }
        return Self.inside(text)
    }

    /// It is no part of an envelope in XML.
    @Test func aFailuresOwnBodyIsTheWholeResponse() {
        #expect(text(call("own")) == #"{"oops":1}"#)
        #expect(text(multicall("one", "own")) == #"{"oops":1}"#)
    }

    private func tell(_ body: String) -> String { golden.tell(Request.make("POST", "/", body: Array(body.utf8))) }

    /// Without the envelope, which is the same each time.
    private static func inside(_ text: String) -> String {
        var text = text[...]
        for opening in ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse>", "<params><param>"]
        where text.hasPrefix(opening) { text = text.dropFirst(opening.count) }
        for closing in ["</methodResponse>", "</param></params>"] where text.hasSuffix(closing) {
            text = text.dropLast(closing.count)
        }
        return String(text)
    }

    private func call(_ method: String, _ value: String = "<value/>") -> String {
        "<methodCall><methodName>\(method)</methodName><params><param>\(value)</param></params></methodCall>"
    }

    private func multicall(_ methods: String...) -> String {
        let elements = methods.map {
            "<value><struct><member><name>params</name><value><array><data><value/></data></array></value></member>"
                + "<member><name>methodName</name><value>\($0)</value></member></struct></value>"
        }
        return call("system.multicall", "<value><array><data>\(elements.joined())</data></array></value>")
    }

    private func fault(_ code: Int, _ message: String) -> String {
        "<value><struct><member><name>faultCode</name><value><int>\(code)</int></value></member><member><name>faultString"
            + "</name><value><string>\(message)</string></value></member></struct></value>"
    }

    private static let one = "<value><array><data><value><double>1.0</double></value></data></array></value>"

    private func list(_ values: String...) -> String {
        "<value><array><data>\(values.joined())</data></array></value>"
    }

    @Test func aResultAndAFaultComeInTheirEnvelopes() {
        #expect(tell(call("one")).hasPrefix("rule 1 step 0 hit 1\nwait 1s\nhead 200 [Content-Type: text/xml] length "))
        #expect(text(call("two")) == "<fault>\(fault(-32602, "server error. invalid method parameters"))</fault>")
        #expect(text(call("one")) == "<value><string>x</string></value>")
    }

    @Test func aMulticallIsDecidedCallByCall() {
        let calls = multicall("one", "two", "nope", "one", "spoiled", "system.multicall")
        #expect(
            text(calls)
                == list(
                    list(Self.one), fault(-32602, "server error. invalid method parameters"),
                    fault(-32601, "server error. requested method nope does not exist."),
                    list("<value><string>x</string></value>"), list("<value><money>9.99</money></value>"),
                    fault(-32600, "server error. invalid xml-rpc. not conforming to spec")))
        #expect(golden.state.hits(of: 1) == 2 && golden.state.hits(of: 2) == 1)
        #expect(
            tell(calls).hasPrefix("rule 1 step 1 hit 3\nwait 3s\nhead 201 [Content-Type: text/xml, X: y] length "))
        #expect(text(multicall("one")) == list(list("<value><string>x</string></value>")))
        #expect(tell(multicall("two", "reset")) == "rule 4 step 0 hit 1 tcp/reset\nwait 3s\nreset connection")
    }

    @Test func aMulticallThatIsTakenWholeIsOneHit() {
        let seven = list("<value><int>7</int></value>")
        #expect(
            text(multicall("a", "system.multicall", "b"), path: "/whole")
                == list(seven, fault(-32600, "server error. invalid xml-rpc. not conforming to spec"), seven))
        #expect(golden.state.hits(of: 0) == 1)
        #expect(text(call("a"), path: "/whole").contains("-32601"))
    }

    @Test func parametersAreJSONForMatchersAndPlaceholders() {
        let ada =
            "<value><struct><member><name>name</name><value>Ada</value></member><member><name>n</name><value><int>1</int></value></member></struct></value>"
        #expect(
            text(call("get", ada))
                == "<value><struct><member><name>all</name>\(list("<value><struct><member><name>name</name><value><string>Ada</string></value></member><member><name>n</name><value><int>1</int></value></member></struct></value>"))</member>"
                + "<member><name>name</name><value><string>Ada</string></value></member>"
                + "<member><name>none</name><value><string></string></value></member></struct></value>")
        #expect(text(call("get")).contains("-32601"))
    }

    @Test func aMomentIsADateInTheFormOfTheSpecification() {
        let golden = Golden(
            #"""
            { "system": "xmlrpc", "rules": [ { "steps": [ { "reply": { "result": { "$dateTime": "{{now.iso}}" } } } ] } ] }
            """#)
        let told = golden.tell(Request.make("POST", "/", body: Array(call("now").utf8)))
        #expect(told.contains("<dateTime.iso8601>19700101T00:00:00<"), "\(told)")
    }

    @Test func whatCannotBeReadStillReachesRulesWithoutFieldsOfTheSystem() {
        #expect(text("<", path: "/any") == "<value><string>any</string></value>")
        #expect(text("<").contains("-32700"))
        #expect(text("<!DOCTYPE methodCall>" + call("one")).contains("-32600"))
    }

    @Test func theMethodsThatRulesNameAreListed() {
        #expect(
            text(call("system.listMethods"))
                == list(
                    "<value><string>one</string></value>", "<value><string>own</string></value>",
                    "<value><string>reset</string></value>",
                    "<value><string>spoiled</string></value>",
                    "<value><string>system.getCapabilities</string></value>",
                    "<value><string>system.listMethods</string></value>",
                    "<value><string>system.methodHelp</string></value>",
                    "<value><string>system.methodSignature</string></value>",
                    "<value><string>system.multicall</string></value>"))
    }
}
