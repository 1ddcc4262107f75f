import TestSupport

extension SettingsOnEveryWayTests {
    static let trials = jsonRPC + xmlRPC + mtop + salesforce + graph + documents

    private typealias Received = RawConnection.Received
    /// Ways on which something else answers than the system by itself.
    private static let ruled: [Way: String] = [
        .scripted: byRule, .failure: byRule, .spoiled: byRule, .limited: byRule, .otherwise: byRule, .named: byRule,
    ]
    private static let byRule = "the system does not answer by itself"
    /// Ways on which no success is answered.
    private static let ofSuccess: [Way: String] = [
        .failure: isError, .limited: isError, .otherwise: isError, .named: isError, .passed: isError,
        .unscripted: isError, .batch: isError,
    ]
    private static let isError = "it is an error"
    private static let json = ["Content-Type: application/json"]

    // MARK: JSON-RPC

    private static func jsonRPC(
        _ setting: String, _ value: String, element: String = #""id": 1,"#, fail: String = "-32601",
        spoil: String = #""fail": "wrong-version", "reply": { "result": 1 }"#,
        version: String = #""jsonrpc": "2.0","#, same: [Way: String] = [:],
        shows: @escaping @Sendable (RawConnection.Received) -> Bool
    ) -> Trial {
        Trial(
            system: "jsonrpc", setting: setting, value: value, reply: #""reply": { "result": 1 }"#,
            fail: #""fail": "\#(fail)""#, spoil: spoil, match: { #"{ "rpc": "\#($0.rawValue)" }"# },
            request: { way in
                let call = #"{ \#(version) \#(element) "method": "\#(way == .batch ? "failure" : way.rawValue)" }"#
                return ("POST", "/", way == .batch ? "[\(call)]" : call, json)
            }, shows: shows, same: same)
    }

    private static let jsonRPC = [
        jsonRPC("notificationStatus", "202", element: "") { $0.status == 202 },
        jsonRPC(
            "statuses", #""over-http""#, spoil: #""fail": "string-code""#,
            same: [.scripted: "it is no error", .batch: "the status is that of the whole response"]
        ) { [404, 500].contains($0.status) },
        jsonRPC(
            "strict", "true", element: #""id": 1, "params": null,"#,
            same: [.otherwise: "what it cannot read gets it too", .named: "the failure is what was asked for"]
        ) { $0.body.contains("-32600") },
        jsonRPC(
            "provider", #""alchemy""#, fail: "rate-limited",
            spoil: #""fail": "http/truncated-json", "reply": { "result": 1 }"#,
            same: [
                .scripted: "it is no error", .spoiled: "it is no error", .passed: "it is another error",
                .unscripted: "it is another error",
            ]
        ) { $0.body.contains("compute units per second") },
        jsonRPC(
            "success", #""0x1""#, spoil: #""fail": "wrong-version""#,
            same: Dictionary(
                uniqueKeysWithValues: Way.allCases.filter { $0 != .spoiled }.map { ($0, "no success is spoiled") })
        ) { $0.body.contains(#""result":"0x1""#) },
    ]

    // MARK: XML-RPC

    private static func xmlRPC(_ setting: String, _ argument: String) -> Trial {
        Trial(
            system: "xmlrpc", setting: setting, value: "true", reply: #""reply": { "result": 1 }"#,
            fail: #""fail": 4"#, spoil: #""fail": "params-and-fault""#, match: { #"{ "rpc": "\#($0.rawValue)" }"# },
            request: { way in
                let params = "<params><param><value>\(argument)</value></param></params>"
                let call = { (name: String, params: String) in
                    "<methodCall><methodName>\(name)</methodName>\(params)</methodCall>"
                }
                guard way == .batch else { return ("POST", "/", call(way.rawValue, params), []) }
                let element = """
                    <params><param><value><array><data><value><struct><member><name>methodName</name><value>failure</value>\
                    </member><member><name>params</name><value><array><data><value>\(argument)</value></data></array></value>\
                    </member></struct></value></data></array></value></param></params>
                    """
                return ("POST", "/", call("system.multicall", element), [])
            }, shows: { !$0.body.contains("<int>-32600</int>") },
            same: [.otherwise: "what it cannot read gets it too", .named: "the failure is what was asked for"])
    }

    private static let xmlRPC = [xmlRPC("nil", "<nil/>"), xmlRPC("i8", "<i8>5000000000</i8>")]

    // MARK: MTOP

    private static func mtop(
        _ setting: String, _ value: String, besides: String = "", reply: String = #""reply": { "data": {} }"#,
        fail: String = "FAIL_SYS_SESSION_EXPIRED", query: String = "&pv=6.3", same: [Way: String] = [:],
        shows: @escaping @Sendable (RawConnection.Received) -> Bool
    ) -> Trial {
        Trial(
            system: "mtop", setting: setting, value: value, besides: besides, reply: reply,
            fail: #""fail": "\#(fail)""#, spoil: #""fail": "http/bad-gzip""#,
            match: { #"{ "api": "\#($0.rawValue)" }"# },
            request: { way in ("GET", "/gw/\(way.rawValue)/1.0/?appKey=1&t=1893456000&sign=x\(query)", "", []) },
            shows: shows, same: same)
    }

    private static let mtop: [Trial] = [
        mtop("ret", #""string""#) { $0.body.contains(#""ret":""#) },
        mtop("language", #""en""#) { !$0.body.contains(/[\u{4E00}-\u{9FFF}]/) },
        mtop("success", #""call""#, same: ofSuccess) { $0.body.contains("SUCCESS::调用成功") },
        mtop("strict", "true", query: "", same: ruled) { $0.body.contains("PROTOVER_MISSED") },
        mtop("appKey", #""2""#, besides: #""strict": true"#, same: ruled) { !$0.body.contains("API_NOT_FOUNDED") },
        mtop("appSecret", #""s""#, besides: #""strict": true"#, same: ruled) { $0.body.contains("SIGN") },
    ]

    // MARK: Salesforce

    private static func salesforce(
        _ setting: String, _ value: String, besides: String = "", variables: String, fields: [String],
        same: [Way: String], shows: @escaping @Sendable (RawConnection.Received) -> Bool
    ) -> Trial {
        Trial(
            system: "salesforce", setting: setting, value: value, besides: besides, variables: variables,
            reply: #""reply": { "json": {} }"#, fail: #""fail": "MALFORMED_ID""#,
            spoil: #""fail": "http/truncated-json", "reply": { "json": {} }"#,
            match: { #"{ "resource": "/\#($0.rawValue)" }"# },
            request: { way in
                let root = "/services/data/v62.0/"
                guard way == .batch else { return ("GET", root + way.rawValue, "", fields) }
                return (
                    "POST", root + "composite/batch", #"{"batchRequests":[{"method":"GET","url":"v62.0/limits"}]}"#,
                    fields
                )
            }, shows: shows, same: same)
    }

    private static let salesforce: [Trial] = [
        salesforce(
            "strict", "true", variables: #"{ "access_token": "T" }"#, fields: [],
            same: ruled
        ) { $0.status == 401 },
        salesforce(
            "tokenVariable", #""other""#, besides: #""strict": true"#,
            variables: #"{ "access_token": "T", "other": "U" }"#, fields: ["Authorization: Bearer T"],
            same: ruled
        ) { $0.status == 401 },
    ]

    // MARK: Graph

    private static func graph(
        _ setting: String, _ value: String, fail: String = "190", spoil: String, same: [Way: String],
        shows: @escaping @Sendable (RawConnection.Received) -> Bool
    ) -> Trial {
        Trial(
            system: "graph", setting: setting, value: value, reply: #""reply": { "json": {} }"#,
            fail: #""fail": "\#(fail)""#, spoil: spoil, match: { #"{ "node": "\#($0.rawValue)" }"# },
            request: { way in
                guard way == .batch else { return ("GET", "/v20.0/\(way.rawValue)", "", []) }
                let relative = setting == "strict" ? "unscripted" : "failure"
                return (
                    "POST", "/v20.0/", "batch=[{\"method\":\"GET\",\"relative_url\":\"\(relative)\"}]",
                    ["Content-Type: application/x-www-form-urlencoded"]
                )
            }, shows: shows, same: same)
    }

    private static let graph: [Trial] = [
        graph(
            "strict", "true", spoil: #""fail": "http/truncated-json", "reply": { "json": {} }"#,
            same: [.otherwise: "what it refuses gets it too", .named: "the failure is what was asked for"]
        ) { $0.body.contains(#""code":104"#) || $0.body.contains(#""code":2500"#) },
        graph(
            "statuses", #""published""#, spoil: #""fail": "www-authenticate""#,
            same: [.scripted: "it is no error", .passed: "it is another error", .unscripted: "it is another error"]
        ) { $0.status == 401 || $0.body.contains(#""code":401"#) },
    ]

    // MARK: Documents

    private static func documents(
        _ setting: String, _ value: String, method: String = "GET", body: String = "", fields: [String] = [],
        besides: String = "", same: [Way: String] = ruled,
        shows: @escaping @Sendable (RawConnection.Received) -> Bool
    ) -> Trial {
        return Trial(
            system: "documents", setting: setting, value: value, besides: besides,
            reply: #""reply": { "json": {} }"#, fail: #""fail": "missing""#,
            spoil: #""fail": "http/truncated-json", "reply": { "json": {} }"#,
            match: { #"{ "document": "/\#($0.rawValue)" }"# },
            request: { way in (method, "/\(way.rawValue)", body, fields) },
            shows: shows, same: same)
    }

    private static let documents: [Trial] = [
        documents(
            "store", #"{ "/passed": { "text": "A" }, "/unscripted": { "text": "A" }, "/batch": { "text": "A" } }"#
        ) {
            $0.status == 200
        },
        documents("readOnly", "true", method: "PUT", body: "a") { $0.status == 403 },
        documents("maximumDocuments", "0", method: "PUT", body: "a") { $0.status == 507 },
        documents("maximumBytes", "0", method: "PUT", body: "a") { $0.status == 507 },
        documents(
            "depthInfinity", "true", method: "PROPFIND",
            besides: #""store": { "/passed/": {}, "/unscripted/": {}, "/batch/": {} }"#
        ) { $0.status == 207 },
        documents(
            "errors", #""sabre""#,
            same: [.scripted: "it is no error", .spoiled: "it is no error"]
        ) { $0.body.contains("<d:error") },
    ]
}
