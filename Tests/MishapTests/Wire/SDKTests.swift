import Foundation
import FoundationXML
import TestSupport
import Testing

/// What SDKs of JSON-RPC, the Graph API, XML-RPC and WebDAV send first and need, by the number of its entry in the list:
/// each request as the SDK sends it.
@Suite(.descriptors) struct SDKTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "rpc": #"{ "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "reply": { "result": 1 } } ] }"#,
            "strict": #"""
            { "system": "jsonrpc", "settings": { "strict": true, "notificationStatus": 202, "success": "0x1" }, "rules": [
                { "match": { "rpc": "spoiled" }, "fail": "wrong-version" },
                { "match": { "rpc": "a" }, "reply": { "result": 1 } } ] }
            """#,
            "batches": #"""
            { "system": "jsonrpc", "rules": [
                { "match": { "batch": true, "query": { "whole": "1" } }, "fail": "wrong-id" },
                { "match": { "batch": true, "query": { "whole": "2" } },
                  "reply": { "result": 1, "status": 207, "headers": { "X-A": "1" } } },
                { "match": { "rpc": "limited" }, "fail": -32005,
                  "with": { "status": 429, "headers": { "Retry-After": "1" } } },
                { "match": { "rpc": { "exists": true } }, "reply": { "result": 1 } } ] }
            """#,
            "graph":
                #"{ "system": "graph", "clock": "manual", "rules": [ { "match": { "node": "none" }, "fail": 1 } ] }"#,
            "xml": #"""
            { "system": "xmlrpc", "settings": { "i8": true }, "rules": [
                { "match": { "rpc": "a", "json": { "/params/0": 5000000000 } }, "reply": { "result": 1 } } ] }
            """#,
            "nil": #"""
            { "system": "xmlrpc", "settings": { "nil": true }, "rules": [
                { "match": { "rpc": "null" }, "reply": { "result": [ null, 1 ] } },
                { "match": { "rpc": "spoiled" }, "fail": "params-and-fault", "reply": { "result": null } } ] }
            """#,
            "echo": #"""
            { "system": "xmlrpc", "rules": [
                { "match": { "rpc": "echo" }, "reply": { "result": "{{request.json/params/0}}" } } ] }
            """#,
            "plain": #"{ "system": "xmlrpc", "rules": [ { "match": { "rpc": "a" }, "reply": { "result": 1 } } ] }"#,
            "deep": #"""
            { "system": "documents", "settings": { "depthInfinity": true, "store": {
                "/a/b/c.txt": { "text": "c" }, "/a/d.txt": { "text": "d" }, "/e.txt": { "text": "e" } } },
              "rules": [ { "pass": true } ] }
            """#,
        ])
    }

    private func ask(
        _ method: String, _ target: String, _ body: String = "",
        _ fields: [String] = ["Content-Type: application/json"],
        in gateway: RunningGateway? = nil
    ) throws -> RawConnection.Received {
        let connection = try RawConnection(port: (gateway ?? Self.gateway.get()).port)
        var head = ["\(method) /@\(target) HTTP/1.1", "Host: localhost:8080"] + fields
        if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
        connection.send((head + ["", body]).joined(separator: "\r\n"))
        return connection.receiveResponse()
    }

    // MARK: JSON-RPC

    @Test func j1ParametersOfNullAreNone() throws {
        let call = #"{"jsonrpc":"2.0","method":"a","params":null,"id":1}"#
        #expect(try ask("POST", "rpc", call).body == #"{"jsonrpc":"2.0","result":1,"id":1}"#)
        #expect(try ask("POST", "strict", call).body.contains(#""code":-32600"#))
        #expect(try ask("POST", "rpc", #"{"jsonrpc":"2.0","method":"a","params":7,"id":1}"#).body.contains("-32600"))
    }

    @Test func j2NotificationsAndSuccessesAreWhatTheSettingsSay() throws {
        let notification = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        #expect(try ask("POST", "rpc", notification).status == 204)
        for body in [notification, "[\(notification)]"] {
            let answer = try ask("POST", "strict", body)
            #expect(answer.status == 202 && answer.body.isEmpty)
        }
        let spoiled = try ask("POST", "strict", #"{"jsonrpc":"2.0","method":"spoiled","id":1}"#).body
        #expect(spoiled == #"{"jsonrpc":"3.0","result":"0x1","id":1}"#)
    }

    @Test func j2TheProtocolForModelsIsServed() throws {
        let gateway = try RunningGateway.shipped.get()
        func post(_ body: String) throws -> RawConnection.Received {
            try ask(
                "POST", "jsonrpc/mcp~sdk", body,
                ["Content-Type: application/json", "Accept: application/json, text/event-stream"], in: gateway)
        }
        let first = try post(
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#
        )
        #expect(first.status == 200 && first.body.contains(#""protocolVersion":"2025-06-18""#))
        #expect(try post(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).status == 202)
        #expect(try ask("GET", "jsonrpc/mcp~sdk", "", ["Accept: text/event-stream"], in: gateway).status == 405)
        #expect(try post(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).body.contains(#""name":"echo""#))
        let call =
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"}}}"#
        #expect(try post(call).body.contains(#"{"type":"text","text":"hello"}"#))
        #expect(try post(call).body.contains("-32603"))
    }

    @Test func j3AWrongIDInABatchIsThatOfNoOther() throws {
        let calls = [1, 2, 3].map { #"{"jsonrpc":"2.0","method":"a","id":\#($0)}"# }.joined(separator: ",")
        let body = try ask("POST", "batches/?whole=1", "[\(calls)]").body
        let ids = body.matches(of: /"id":(\d+)/).compactMap { Int($0.1) }
        #expect(ids == [4, 5, 6], "\(body)")
        let mixed = try ask(
            "POST", "batches/?whole=1",
            #"[{"jsonrpc":"2.0","method":"a","id":-5},{"jsonrpc":"2.0","method":"a","id":null},{"jsonrpc":"2.0","method":"a","id":"x"},{"jsonrpc":"2.0","method":"a","id":1.5}]"#
        ).body
        let others = mixed.matches(of: /"id":("[^"]*"|[-0-9.]+)/).map { String($0.1) }
        #expect(Set(others).count == 4 && Set(others).isDisjoint(with: ["-5", "null", "\"x\"", "1.5"]), "\(mixed)")
        #expect(
            try ask("POST", "batches/?whole=1", #"[{"jsonrpc":"2.0","method":"a","id":7}]"#).body.contains(#""id":8"#))
    }

    @Test func j3AWrongIDOfAnElementIsThatOfNoOther() throws {
        let gateway = try RunningGateway([
            "each": #"{ "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "fail": "wrong-id" } ] }"#
        ])
        let calls = ["1", "2", "\"x\"", "3"].map { #"{"jsonrpc":"2.0","method":"a","id":\#($0)}"# }.joined(
            separator: ",")
        let body = try ask("POST", "each", "[\(calls)]", in: gateway).body
        let ids = body.matches(of: /"id":("[^"]*"|\d+)/).map { String($0.1) }
        #expect(ids == ["4", "5", "\"x-other\"", "6"], "\(body)")
        let far = ["-9223372036854775808", "9223372036854775807"].map {
            #"{"jsonrpc":"2.0","method":"a","id":\#($0)}"#
        }.joined(separator: ",")
        let others = try ask("POST", "each", "[\(far)]", in: gateway).body
        #expect(!others.contains(#""id":-9223372036854775808}"#) || !others.contains(#""id":9223372036854775807}"#))
        #expect(
            try ask("POST", "each", #"{"jsonrpc":"2.0","method":"a","id":7}"#, in: gateway).body.contains(#""id":8"#))
    }

    @Test func j4AnElementHasNoStatusOfItsOwn() throws {
        let limited = #"{"jsonrpc":"2.0","method":"limited","id":1}"#
        let alone = try ask("POST", "batches", limited)
        #expect(alone.status == 429 && alone.text.contains("\r\nRetry-After: 1\r\n"))
        let gateway = try Self.gateway.get()
        let id = try gateway.askForSession(#"{ "scenario": "batches" }"#)
        let batch = try ask("POST", "\(id)", #"[{"jsonrpc":"2.0","method":"a","id":2},\#(limited)]"#)
        #expect(batch.status == 200 && !batch.text.contains("Retry-After"))
        #expect(batch.body.hasPrefix(#"[{"jsonrpc":"2.0","result":1,"id":2},{"jsonrpc":"2.0","error":{"code":-32005"#))
        let notes = try gateway.journal(id, ended: 1).entries.compactMap(\.notes).flatMap(\.self)
        #expect(notes.contains { $0.contains("status and headers of an element were left out") }, "\(notes)")
        let whole = try ask("POST", "batches/?whole=2", #"[{"jsonrpc":"2.0","method":"a","id":2},\#(limited)]"#)
        #expect(whole.status == 207 && whole.text.contains("\r\nX-A: 1\r\n"))
    }

    @Test func j5ThePageTellsHowEthersReadsAnUnknownMethod() throws {
        let page = try Repository.text("docs/systems/jsonrpc.md")
        #expect(page.contains("ethers maps -32601 by its text") && page.contains("UNSUPPORTED_OPERATION"))
    }

    // MARK: The Graph API

    @Test(arguments: [
        ("GET", "oauth/access_token?grant_type=fb_exchange_token&client_id=1&client_secret=s&fb_exchange_token=t", ""),
        ("GET", "oauth/access_token?client_id=1&client_secret=s&code=c&redirect_uri=u", ""),
        ("POST", "oauth/access_token", "grant_type=fb_exchange_token&client_id=1&fb_exchange_token=t"),
    ])
    func g1ATokenIsExchanged(method: String, target: String, form: String) throws {
        let answer = try ask(
            method, "graph/v19.0/" + target, form,
            form.isEmpty ? [] : ["Content-Type: application/x-www-form-urlencoded"])
        #expect(answer.status == 200)
        #expect(
            answer.body.wholeMatch(
                of: /\{"access_token":"EAA[0-9a-f]{40}","token_type":"bearer","expires_in":5184000\}/)
                != nil, "\(answer.body)")
    }

    @Test func g1TheAppsTokenADeviceAndAnInspection() throws {
        let app = try ask(
            "GET", "graph/v19.0/oauth/access_token?grant_type=client_credentials&client_id=12&client_secret=s")
        #expect(app.body.contains(/"access_token":"12\|[0-9a-f]{27}","token_type":"bearer"\}/))
        let inspection = try ask("GET", "graph/v19.0/debug_token?input_token=t&access_token=12|s")
        #expect(inspection.status == 200 && inspection.body.contains(#""is_valid":true"#))
        #expect(inspection.body.contains(#""issued_at":1893456000"#), "\(inspection.body)")
        let device = try ask("POST", "graph/v19.0/device/login?access_token=12|s&scope=email")
        #expect(device.body.contains(/"user_code":"[A-Z0-9]+","verification_uri":"https:/))
        #expect(try ask("GET", "graph/v19.0/oauth/access_token").body.contains(#""code":101"#))
        #expect(try ask("GET", "graph/v19.0/debug_token").status != 200)
        let renewal = #"batch=[{"method":"GET","relative_url":"oauth/access_token?grant_type=fb_extend_sso_token"}]"#
        let batch = try ask("POST", "graph/v19.0/", renewal, ["Content-Type: application/x-www-form-urlencoded"])
        #expect(batch.body.contains(#"{\"access_token\":\"EAA"#), "\(batch.body)")
    }

    @Test func g2EveryAnswerTellsTheVersionThatWasAskedFor() throws {
        let version = "\r\nfacebook-api-version: v19.0\r\n"
        let form = ["Content-Type: application/x-www-form-urlencoded"]
        let batch = #"batch=[{"method":"GET","relative_url":"me"},{"method":"GET","relative_url":"v3.1/me"}]"#
        let gateway = try RunningGateway([
            "graph": #"""
            { "system": "graph", "rules": [
                { "match": { "node": "me" }, "reply": { "json": { "id": "1" } } },
                { "match": { "node": "own" }, "reply": { "json": {}, "headers": { "facebook-api-version": "v2.0" } } },
                { "match": { "node": "removed" }, "reply": { "json": {}, "headers": { "facebook-api-version": null } } },
                { "match": { "node": "head" }, "reply": { "json": {}, "head": [ [ "Content-Length", "2" ] ] } },
                { "match": { "node": "other-user" }, "fail": "graph/other-user" },
                { "match": { "node": "spoiled" }, "fail": "http/bad-gzip", "reply": { "json": {} } },
                { "match": { "node": "old" }, "fail": "graph/facebook-api-version" },
                { "match": { "node": "proxy" }, "fail": "http/status/502" },
                { "match": { "node": "error" }, "fail": 190 } ] }
            """#
        ])
        func text(_ target: String) throws -> String { try ask("GET", "graph/" + target, "", [], in: gateway).text }
        for target in [
            "me", "error", "other-user", "spoiled", "77", "debug_token?input_token=1", "oauth/access_token?code=1",
        ] { #expect(try text("v19.0/" + target).contains(version), "\(target)") }
        for target in ["me", "v19.0/removed", "v19.0/head", "v19.0/proxy"] {
            #expect(try !text(target).contains("facebook-api-version"), "\(target)")
        }
        for target in ["own", "old"] {
            #expect(
                try text("v19.0/" + target).components(separatedBy: "facebook-api-version").count == 2, "\(target)")
            #expect(try text("v19.0/" + target).contains("\r\nfacebook-api-version: v2.0\r\n"), "\(target)")
        }
        let answer = try ask("POST", "graph/v19.0/", batch, form, in: gateway)
        #expect(answer.text.contains(version))
        let inner = answer.body.matches(of: /"facebook-api-version","value":"([^"]*)"/).map { String($0.1) }
        #expect(inner == ["v19.0", "v3.1"], "\(answer.body)")
    }

    // MARK: XML-RPC

    private static let apache = "http://ws.apache.org/xmlrpc/namespaces/extensions"

    private func callAsApache(
        _ method: String, _ scenario: String, _ values: [String] = [], prefix: String = "ex", namespace: String = apache
    ) throws -> String {
        let parameters = values.map { "<param><value>\($0)</value></param>" }.joined()
        return try ask(
            "POST", scenario,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><methodCall xmlns:\(prefix)=\"\(namespace)\"><methodName>\(method)</methodName><params>\(parameters)</params></methodCall>",
            ["Content-Type: text/xml"]
        ).body
    }

    @Test(arguments: [
        ("<ex:nil/>", "<ex:nil/>"), ("<ex:i1>-128</ex:i1>", "<int>-128</int>"),
        ("<ex:i2>32767</ex:i2>", "<int>32767</int>"),
        ("<ex:i8>5000000000</ex:i8>", "<ex:i8>5000000000</ex:i8>"),
        ("<ex:float>1.5</ex:float>", "<double>1.5</double>"),
        ("<ex:bigdecimal>1.50</ex:bigdecimal>", "<double>1.50</double>"),
        (
            "<ex:biginteger>-123456789012345678901234</ex:biginteger>",
            "<ex:biginteger>-123456789012345678901234</ex:biginteger>"
        ),
        ("<ex:dateTime>2030-01-01T00:00:00.000+01:00</ex:dateTime>", "<string>2030-01-01T00:00:00.000+01:00</string>"),
        ("<ex:dateTime>2030-01-01T00:00:00Z</ex:dateTime>", "<string>2030-01-01T00:00:00Z</string>"),
        (
            "<array><data><value><ex:nil/></value></data></array>",
            "<array><data><value><ex:nil/></value></data></array>"
        ),
        ("<int>7</int>", "<int>7</int>"),
    ])
    func x1ApachesTypesAreTakenAndSentBack(sent: String, back: String) throws {
        let answer = try callAsApache("echo", "echo", [sent])
        #expect(answer.contains("<params><param><value>\(back)</value></param></params>"), "\(answer)")
        #expect(answer.contains("xmlns:ex=\"\(Self.apache)\"") == back.contains("ex:"))
        #expect(try XMLDocument(data: Data(answer.utf8)).rootElement()?.name == "methodResponse")
    }

    @Test(arguments: [
        "<ex:i1>128</ex:i1>", "<ex:i2>32768</ex:i2>", "<ex:i8>9223372036854775808</ex:i8>", "<ex:nil>x</ex:nil>",
        "<ex:dateTime>2030-13-01T00:00:00</ex:dateTime>", "<ex:dateTime>20300101T00:00:00</ex:dateTime>",
        "<ex:dateTime>2030-01-01T00:00:00+01:00+01:00</ex:dateTime>",
        "<ex:dateTime>2030-01-01T00:00:00+99:99</ex:dateTime>",
        "<ex:dateTime>2030-01-01T00:00:00Z+01:00</ex:dateTime>", "<ex:dateTime>2030-0101T00:00:00</ex:dateTime>",
        "<ex:biginteger>1.0</ex:biginteger>", "<ex:serializable>AA==</ex:serializable>", "<nil/>", "<i8>1</i8>",
    ])
    func x1WhatIsNoneOfThemIsRefused(sent: String) throws {
        #expect(try callAsApache("echo", "echo", [sent]).contains("<int>-32600</int>"))
    }

    /// What a date is made of a thousand times over takes no time.
    @Test func x1ALongDateIsRefusedAtOnce() throws {
        let date = "2030-01-01T00:00:00" + String(repeating: "+01:00", count: 30_000)
        let begin = ContinuousClock.now
        #expect(try callAsApache("echo", "echo", ["<ex:dateTime>\(date)</ex:dateTime>"]).contains("<int>-32600</int>"))
        #expect(ContinuousClock.now - begin < .seconds(20))
    }

    @Test func x1ThePrefixIsTheCallsAndOthersHaveNone() throws {
        #expect(
            try callAsApache("echo", "echo", ["<b:i8>5000000000</b:i8>"], prefix: "b").contains("<ex:i8>5000000000"))
        #expect(try callAsApache("echo", "echo", ["<ex:nil/>"], namespace: "http://a").contains("<int>-32600</int>"))
        #expect(try callAsApache("null", "nil").contains("<value><ex:nil/></value><value><int>1</int></value>"))
        let plain = try ask(
            "POST", "nil", "<methodCall><methodName>null</methodName></methodCall>", ["Content-Type: text/xml"]
        ).body
        #expect(plain.contains("<value><nil/></value>") && !plain.contains("ex:"))
        let spoiled = try callAsApache("spoiled", "nil")
        #expect(spoiled.contains("xmlns:ex=") && spoiled.contains("<ex:nil/>") && spoiled.contains("<fault>"))
    }

    @Test func x1AMulticallIsInTheirTermsToo() throws {
        let call =
            "<value><struct><member><name>methodName</name><value>null</value></member><member><name>params</name><value><array><data/></array></value></member></struct></value>"
        let answer = try callAsApache("system.multicall", "nil", ["<array><data>\(call)\(call)</data></array>"])
        #expect(answer.components(separatedBy: "<ex:nil/>").count == 3 && answer.contains("xmlns:ex="), "\(answer)")
    }

    @Test func x2AnIntIsOf64BitsWhereTheScenarioSaysSo() throws {
        func call(_ type: String, _ scenario: String) throws -> String {
            try ask(
                "POST", scenario,
                "<?xml version=\"1.0\"?><methodCall><methodName>a</methodName><params><param><value><\(type)>5000000000</\(type)></value></param></params></methodCall>",
                ["Content-Type: text/xml"]
            ).body
        }
        #expect(try call("int", "xml").contains("<int>1</int>"))
        #expect(try call("i8", "xml").contains("<int>1</int>"))
        #expect(try call("i4", "xml").contains("faultCode"))
        #expect(try call("int", "plain").contains("faultCode"))
    }

    // MARK: WebDAV

    @Test(arguments: [["Depth: infinity"], []]) func w1ADeepListingHasAllBelow(fields: [String]) throws {
        let answer = try ask("PROPFIND", "deep/", "", fields)
        #expect(answer.status == 207)
        let hrefs = answer.body.matches(of: /<D:href>([^<]*)<\/D:href>/).map { String($0.1) }
        #expect(
            hrefs == ["/@deep/", "/@deep/a/", "/@deep/a/b/", "/@deep/a/b/c.txt", "/@deep/a/d.txt", "/@deep/e.txt"],
            "\(hrefs)")
        let inner = try ask("PROPFIND", "deep/a/b", "", fields).body.matches(of: /<D:href>([^<]*)<\/D:href>/).count
        #expect(inner == 2)
        #expect(try ask("PROPFIND", "deep/", "", ["Depth: 1"]).body.matches(of: /<D:href>/).count == 3)
    }

    @Test func aDocumentIsListedWithoutADepth() throws {
        let gateway = try RunningGateway([
            "store": #"{ "system": "documents", "settings": { "store": { "/a/b.txt": { "text": "b" } } } }"#
        ])
        let document = try ask("PROPFIND", "store/a/b.txt", "", [], in: gateway)
        #expect(document.status == 207 && document.body.contains("<D:href>/@store/a/b.txt</D:href>"))
        #expect(try ask("PROPFIND", "store/a/", "", [], in: gateway).status == 403)
    }

    @Test func w2OnlyTheSharingIsRefused() throws {
        let gateway = try RunningGateway.shipped.get()
        let name = "documents/too-many-participants~sdk"
        #expect(try ask("PUT", name + "/a.txt", "a", [], in: gateway).status == 201)
        #expect(try ask("POST", name + "/a.txt", "{}", in: gateway).status == 409)
        let moved = try ask("MOVE", name + "/a.txt", "", ["Destination: /@\(name)/b.txt"], in: gateway)
        #expect(moved.status == 201)
    }

    @Test func w3ThePageTellsWhatIsTheClients() throws {
        #expect(
            try Repository.text("docs/systems/documents.md").contains(
                "npm webdav sends `Lock-Token` without its angle brackets"))
    }

    // MARK: Every system

    @Test(arguments: ["jsonrpc", "xmlrpc", "mtop", "graph", "salesforce", "documents"])
    func everySystemHasAHealthyScenario(system: String) throws {
        let file = try Repository.text("scenarios/\(system)/healthy.json")
        #expect(file.contains("Point an SDK here first."))
        #expect(try Repository.text("docs/systems/\(system).md").contains("first target of an SDK"))
    }
}
