import TestSupport
import Testing

/// What the real gateway was seen to send, byte by byte on the wire, by the number of its entry in the list of captures.
@Suite(.descriptors) struct MTOPPayloadsTests {
    private static let captured = [
        ("FAIL_SYS_TOKEN_EXOIRED", "令牌过期"), ("FAIL_SYS_TOKEN_EMPTY", "令牌为空"),
        ("FAIL_SYS_ILLEGAL_ACCESS", "非法请求"), ("FAIL_SYS_TRAFFIC_LIMIT", "哎哟喂,被挤爆啦,请稍后重试!"),
        ("FAIL_SYS_API_NOT_FOUNDED", "请求API不存在"), ("FAIL_SYS_SERVICE_TIMEOUT", "请求服务超时"),
        ("FAIL_SYS_ILEGEL_SIGN", "非法请求签名"), ("FAIL_SYS_PARAMINVALID_ERROR", "请求参数非法"),
        ("FAIL_SYS_TOKEN_ILLEGAL", "非法令牌"), ("RGV587_ERROR", "SM::哎哟喂,被挤爆啦,请稍后重试"),
    ]
    private static let english = [
        "FAIL_SYS_TOKEN_EXOIRED": "The token that H5 requests are signed with has expired",
        "FAIL_SYS_API_NOT_FOUNDED": "No API registered under this api+v pair", "RGV587_ERROR": "SM",
    ]

    private static let gateway = SharedGateway {
        let codes = captured.map(\.0) + ["FAIL_SYS_USER_VALIDATE", "FAIL_SYS_FLOWLIMIT"]
        let rules = codes.map { #"{ "match": { "api": "\#($0.lowercased())" }, "fail": "\#($0)" }"# }
            .joined(separator: ",\n")
        return try RunningGateway([
            "zh": #"""
            { "system": "mtop", "seed": 1, "rules": [ \#(rules),
                { "match": { "api": "one" }, "fail": "FAIL_SYS_TRAFFIC_LIMIT", "with": { "language": "en" } },
                { "match": { "api": "two" }, "fail": "FAIL_SYS_SESSION_EXPIRED", "with": { "ret": ["A::b", "C"] } },
                { "match": { "api": "three" }, "fail": "FAIL_SYS_USER_VALIDATE",
                  "with": { "message": "m", "ret": ["{{request.query.x}}"], "data": { "a": 1 } } },
                { "match": { "api": "four" }, "fail": "business", "with": { "code": "FAIL_SYS_TOKEN_EMPTY", "ret": [] } } ] }
            """#,
            "en": #"{ "system": "mtop", "settings": { "language": "en" }, "rules": [ \#(rules) ] }"#,
            "string": #"""
            { "system": "mtop", "settings": { "ret": "string" }, "rules": [
                { "match": { "api": "one" }, "fail": "FAIL_SYS_TOKEN_EMPTY" },
                { "match": { "api": "two" }, "fail": "FAIL_SYS_TOKEN_EMPTY", "with": { "ret": ["B"] } } ] }
            """#,
        ])
    }

    private func ask(_ target: String) throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send("GET /@\(target) HTTP/1.1\r\nHost: h5api.example.com\r\n\r\n")
        return connection.receiveResponse()
    }

    @Test(arguments: captured) func entry20TheTextIsChinese(code: String, text: String) throws {
        let api = code.lowercased()
        let answer = try ask("zh/h5/\(api)/1.0/")
        #expect(answer.body == #"{"api":"\#(api)","data":{},"ret":["\#(code)::\#(text)"],"v":"1.0"}"#)
        #expect(answer.text.contains("\r\nx-retcode: \(code)\r\n"))
        let english = try ask("en/h5/\(api)/1.0/").body
        #expect(english.utf8.allSatisfy { $0 < 0x80 } && english.contains("[\"\(code)::"))
        if let text = Self.english[code] { #expect(english.contains("[\"\(code)::\(text)\"]")) }
    }

    @Test func entry20OtherTextsAreWhatTheyWere() throws {
        let limit = #""ret":["FAIL_SYS_FLOWLIMIT::Per-machine concurrency limit of the gateway hit"]"#
        for scenario in ["zh", "en"] { #expect(try ask("\(scenario)/gw/fail_sys_flowlimit/1.0/").body.contains(limit)) }
        #expect(
            try ask("zh/gw/one/1.0/").body.contains(
                #""FAIL_SYS_TRAFFIC_LIMIT::Per-machine rate limit of the gateway hit""#))
        #expect(try ask("zh/gw/four/1.0/").body.contains(#""ret":["FAIL_SYS_TOKEN_EMPTY::令牌为空"]"#))
    }

    @Test func entry20WhatNoRuleTakesSaysTheSame() throws {
        #expect(
            try ask("zh/gw/none/2.0/").body
                == #"{"api":"none","data":{},"ret":["FAIL_SYS_API_NOT_FOUNDED::请求API不存在"],"v":"2.0"}"#)
        #expect(try ask("en/gw/none/2.0/").body.contains("FAIL_SYS_API_NOT_FOUNDED::No API registered"))
    }

    @Test func entry21TheUserIsToPassACheck() throws {
        let answer = try ask("zh/h5/fail_sys_user_validate/1.0/")
        let body = try #require(
            answer.body.wholeMatch(
                of:
                    /\{"api":"fail_sys_user_validate","data":\{"url":"(.+)\?x5secdata=[0-9a-f]{64}"\},"ret":\["FAIL_SYS_USER_VALIDATE","RGV587_ERROR::SM::哎哟喂,被挤爆啦,请稍后重试"\],"v":"1.0"\}/
            ), "\(answer.body)")
        #expect(body.1 == "http://h5api.example.com/@zh/_____tmd_____/punish")
        #expect(answer.text.contains("\r\nx-retcode: FAIL_SYS_USER_VALIDATE\r\n"))
        let english = try ask("en/h5/fail_sys_user_validate/1.0/").body
        #expect(english.contains(#""data":{},"ret":["FAIL_SYS_USER_VALIDATE::The user has to pass a check first"]"#))
    }

    @Test func entry21ElementsAreAdded() throws {
        #expect(
            try ask("zh/gw/two/1.0/").body.contains(
                #""ret":["FAIL_SYS_SESSION_EXPIRED::Login session (sid) no longer valid","A::b","C"],"v""#))
        #expect(
            try ask("zh/gw/three/1.0/?x=%22y").body.contains(
                #""data":{"a":1},"ret":["FAIL_SYS_USER_VALIDATE::m","RGV587_ERROR::SM::哎哟喂,被挤爆啦,请稍后重试","\"y"]"#))
        // Several elements are a list, whatever the setting is.
        #expect(try ask("string/gw/one/1.0/").body.contains(#","ret":"FAIL_SYS_TOKEN_EMPTY::令牌为空","v":"1.0"}"#))
        #expect(try ask("string/gw/two/1.0/").body.contains(#","ret":["FAIL_SYS_TOKEN_EMPTY::令牌为空","B"],"v""#))
    }

    @Test func entry22TheContentTypeHasACharset() throws {
        for target in ["zh/gw/none/2.0/", "zh/gw/two/1.0/", "string/gw/one/1.0/"] {
            #expect(try ask(target).text.contains("\r\nContent-Type: application/json;charset=UTF-8\r\n"))
        }
        #expect(try ask("zh/h5/none/2.0/?callback=f").text.contains("\r\nContent-Type: application/javascript\r\n"))
    }
}
