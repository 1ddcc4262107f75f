import Foundation
import TestSupport
import Testing

/// What the real gateway was seen to send, byte by byte on the wire, by the number of its entry in the list of captures.
@Suite(.descriptors) struct MTOPPayloadsTests {
    private static let captured = [
        ("FAIL_SYS_TOKEN_EXOIRED", "令牌过期"), ("FAIL_SYS_TOKEN_EMPTY", "令牌为空"),
        ("FAIL_SYS_ILLEGAL_ACCESS", "非法请求"), ("FAIL_SYS_TRAFFIC_LIMIT", "哎哟喂,被挤爆啦,请稍后重试!"),
        ("FAIL_SYS_API_NOT_FOUNDED", "请求API不存在"), ("FAIL_SYS_SERVICE_TIMEOUT", "请求服务超时"),
        ("FAIL_SYS_ILEGEL_SIGN", "非法请求签名"), ("FAIL_SYS_PARAMINVALID_ERROR", "请求参数非法"),
        ("FAIL_SYS_TOKEN_ILLEGAL", "非法令牌"), ("FAIL_SYS_SESSION_EXPIRED", "Session过期"),
        ("FAIL_SYS_BIZPARAM_MISSED", "缺少业务参数req"), ("FAIL_SYS_UNAUTHORIZED_ENTRANCE", "API访问入口未授权"),
    ]
    private static let english = [
        "FAIL_SYS_TOKEN_EXOIRED": "The token that H5 requests are signed with has expired",
        "FAIL_SYS_API_NOT_FOUNDED": "No API registered under this api+v pair",
        "FAIL_SYS_SESSION_EXPIRED": "Login session (sid) no longer valid",
        "FAIL_SYS_BIZPARAM_MISSED": "A business parameter is missing: req",
    ]

    private static let gateway = SharedGateway {
        let codes = captured.map(\.0) + ["RGV587_ERROR", "FAIL_SYS_USER_VALIDATE", "FAIL_SYS_FLOWLIMIT"]
        let rules = (codes.map { #"{ "match": { "api": "\#($0.lowercased())" }, "fail": "\#($0)" }"# } + successes)
            .joined(separator: ",\n")
        return try RunningGateway([
            "zh": #"""
            { "system": "mtop", "seed": 1, "rules": [ \#(rules),
                { "match": { "api": "one" }, "fail": "FAIL_SYS_TRAFFIC_LIMIT", "with": { "language": "en" } },
                { "match": { "api": "two" }, "fail": "FAIL_SYS_SESSION_EXPIRED", "with": { "ret": ["A::b", "C"] } },
                { "match": { "api": "three" }, "fail": "FAIL_SYS_USER_VALIDATE",
                  "with": { "message": "m", "ret": ["{{request.query.x}}"], "data": { "a": 1 } } },
                { "match": { "api": "four" }, "fail": "business", "with": { "code": "FAIL_SYS_TOKEN_EMPTY", "ret": [] } },
                { "match": { "api": "five" }, "fail": "FAIL_SYS_BIZPARAM_MISSED", "with": { "parameter": "imageBase64" } },
                { "match": { "api": "six" }, "fail": "FAIL_SYS_SESSION_EXPIRED", "with": { "message": "SESSION失效" } },
                { "match": { "api": "seven" }, "fail": "FAIL_SYS_USER_VALIDATE",
                  "with": { "ret": ["RRXVv_ERROR::SM::try again"] } } ] }
            """#,
            "other": #"""
            { "system": "mtop", "rules": [
                { "match": { "api": "list" }, "fail": "other",
                  "with": { "ret": ["FAIL_SYS_USER_VALIDATE", "RRXVv_ERROR::SM::try again", "{{request.query.x}}"] } },
                { "match": { "api": "coded" }, "fail": "mtop/other",
                  "with": { "code": "FAIL_SYS_FLOWLIMIT", "ret": ["B"], "data": [null], "status": 420 } },
                { "match": { "api": "text" }, "fail": "other", "with": { "ret": ["soldOut::x", "B"], "message": "y" } },
                { "match": { "api": "none" }, "fail": "other", "with": { "ret": [] } } ] }
            """#,
            "en": #"{ "system": "mtop", "settings": { "language": "en" }, "rules": [ \#(rules) ] }"#,
            "call": #"{ "system": "mtop", "settings": { "success": "call" }, "rules": [ \#(rules) ] }"#,
            "call-en": #"""
            { "system": "mtop", "settings": { "success": "call", "language": "en" }, "rules": [ \#(rules) ] }
            """#,
            "string": #"""
            { "system": "mtop", "settings": { "ret": "string" }, "rules": [
                { "match": { "api": "one" }, "fail": "FAIL_SYS_TOKEN_EMPTY" },
                { "match": { "api": "two" }, "fail": "FAIL_SYS_TOKEN_EMPTY", "with": { "ret": ["B"] } } ] }
            """#,
        ])
    }

    /// Rules whose answers are successes: one that is scripted, one that is spoiled, and one over a limit.
    private static let successes = [
        #"{ "match": { "api": "good" }, "reply": { "data": {} } }"#,
        #"{ "match": { "api": "spoiled" }, "fail": "FAIL_CLIENT_RESPONSE_FALSIFIED" }"#,
        ##"""
        { "match": { "api": "often" }, "rateLimit": { "allow": 1, "per": "1h", "then": { "reply": { "data": {} } } },
          "fail": "FAIL_SYS_FLOWLIMIT" }
        """##,
    ]

    private func ask(_ target: String, _ fields: [String] = []) throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let head = ["GET /@\(target) HTTP/1.1", "Host: h5api.example.com"] + fields + ["", ""]
        connection.send(head.joined(separator: "\r\n"))
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

    /// Entry 54 too: ret first, no api and no v, and the path of the API before the page's.
    @Test func entry21TheUserIsToPassACheck() throws {
        let answer = try ask("zh/h5/fail_sys_user_validate/1.0/")
        let body = try #require(
            answer.body.wholeMatch(
                of:
                    /\{"ret":\["FAIL_SYS_USER_VALIDATE","RGV587_ERROR::SM::哎哟喂,被挤爆啦,请稍后重试"\],"data":\{"url":"(.+)\?x5secdata=[0-9a-f]{64}&action=captcha"\}\}/
            ), "\(answer.body)")
        #expect(
            body.1 == "http://h5api.example.com:80/@zh//h5/fail_sys_user_validate/1.0/_____tmd_____/punish")
        #expect(answer.text.contains("\r\nx-retcode: FAIL_SYS_USER_VALIDATE\r\n"))
        let english = try ask("en/h5/fail_sys_user_validate/1.0/").body
        #expect(
            english.hasPrefix(#"{"ret":["FAIL_SYS_USER_VALIDATE::The user has to pass a check first"],"data":{"url":"#))
    }

    @Test func entry21ElementsBehindTheCodeAreReplaced() throws {
        #expect(
            try ask("zh/gw/two/1.0/").body.contains(
                #""ret":["FAIL_SYS_SESSION_EXPIRED::Session过期","A::b","C"],"v""#))
        #expect(
            try ask("zh/gw/three/1.0/?x=%22y").body == #"{"ret":["FAIL_SYS_USER_VALIDATE::m","\"y"],"data":{"a":1}}"#)
        #expect(
            try ask("zh/h5/seven/1.0/").body.hasPrefix(
                #"{"ret":["FAIL_SYS_USER_VALIDATE","RRXVv_ERROR::SM::try again"],"data":{"url":"http://"#))
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

    // MARK: The second list, 48 to 54
    // 53 confirms the texts of `captured` above that were there before, and needs nothing.

    @Test func entry48TheOlderTextIsAMessage() throws {
        #expect(
            try ask("zh/gw/six/1.0/").body
                == #"{"api":"six","data":{},"ret":["FAIL_SYS_SESSION_EXPIRED::SESSION失效"],"v":"1.0"}"#)
    }

    @Test func entry49TheParameterEndsTheText() throws {
        #expect(
            try ask("zh/gw/five/1.0/").body
                == #"{"api":"five","data":{},"ret":["FAIL_SYS_BIZPARAM_MISSED::缺少业务参数imageBase64"],"v":"1.0"}"#)
    }

    @Test(arguments: [
        ("zh", "接口调用成功"), ("call", "调用成功"), ("en", "The API call succeeded"), ("call-en", "The call succeeded"),
    ])
    func entry51TheTextOfASuccessIsTheSettings(scenario: String, text: String) throws {
        let ret = #""ret":["SUCCESS::\#(text)"]"#
        #expect(try ask("\(scenario)/gw/good/1.0/").body == #"{"api":"good","data":{},\#(ret),"v":"1.0"}"#)
        #expect(
            try ask("\(scenario)/gw/spoiled/1.0/").body == #"{"api":"spoiled","data":{"ok":true},\#(ret),"v":"1.0"}"#)
        #expect(try ask("\(scenario)~51/gw/often/1.0/").body.contains("FAIL_SYS_FLOWLIMIT"))
        #expect(try ask("\(scenario)~51/gw/often/1.0/").body == #"{"api":"often","data":{},\#(ret),"v":"1.0"}"#)
        #expect(try ask("\(scenario)/gw/mtop.common.getTimestamp/1.0/").body.contains(ret))
    }

    /// The API in its own spelling, `v` of * where none was asked for, and the time as text.
    @Test(arguments: [
        ("rest/api3.do?api=mtop.common.getTimestamp", "*"), ("gw/mtop.common.gettimestamp/1.0/", "1.0"),
        ("h5/mtop.common.getTimestamp/*/", "*"),
    ])
    func entry52TheGatewayTellsTheTime(target: String, version: String) throws {
        let gateway = try Self.gateway.get()
        let id = try gateway.askForSession(#"{ "scenario": "zh", "clock": "manual" }"#)
        let answer = try ask("\(id)/\(target)")
        #expect(
            answer.body
                == #"{"api":"mtop.common.getTimestamp","v":"\#(version)","ret":["SUCCESS::接口调用成功"],"data":{"t":"1893456000000"}}"#
        )
        #expect(answer.text.contains("\r\nx-retcode: SUCCESS\r\nx-systime: 1893456000\r\n"))
        #expect(!answer.text.contains("Set-Cookie"))
    }

    @Test func entry54TheRiskControlAloneHasTheAPIAndAPage() throws {
        let answer = try ask("zh/h5/rgv587_error/1.0/?data=%7B%7D")
        let body = try #require(
            answer.body.wholeMatch(
                of:
                    /\{"api":"rgv587_error","data":\{"url":"(.+)\?x5secdata=[0-9a-f]{64}&action=captcha"\},"ret":\["RGV587_ERROR::SM::哎哟喂,被挤爆啦,请稍后重试!"\],"v":"1.0"\}/
            ), "\(answer.body)")
        #expect(body.1 == "http://h5api.example.com:80/@zh//h5/rgv587_error/1.0/_____tmd_____/punish")
        #expect(
            try ask("en/h5/rgv587_error/1.0/").body.wholeMatch(
                of: /\{"api":"rgv587_error","data":\{"url":"[^"]+"\},"ret":\["RGV587_ERROR::SM"\],"v":"1.0"\}/) != nil)
    }

    // MARK: Any list

    @Test(arguments: [
        (
            "other/h5/list/1.0/?x=%22y", "FAIL_SYS_USER_VALIDATE",
            #"{"api":"list","data":{},"ret":["FAIL_SYS_USER_VALIDATE","RRXVv_ERROR::SM::try again","\"y"],"v":"1.0"}"#
        ),
        (
            "other/gw/coded/1.0/", "FAIL_SYS_FLOWLIMIT",
            #"{"api":"coded","data":[null],"ret":["FAIL_SYS_FLOWLIMIT","B"],"v":"1.0"}"#
        ),
        ("other/gw/text/1.0/", "soldOut", #"{"api":"text","data":{},"ret":["soldOut::y","B"],"v":"1.0"}"#),
        ("other/gw/none/1.0/", nil, #"{"api":"none","data":{},"ret":[],"v":"1.0"}"#),
    ])
    func otherIsAnyListOfRet(target: String, code: String?, body: String) throws {
        let answer = try ask(target)
        #expect(answer.body == body)
        #expect(answer.status == (target.contains("coded") ? 420 : 200))
        let mapping = ["FAIL_SYS_USER_VALIDATE": "ES00000", "FAIL_SYS_FLOWLIMIT": "ES10006"]
        let fields =
            (code.map { ["x-retcode: \($0)"] } ?? [])
            + (code.flatMap { mapping[$0] }.map { ["x-mapping-code: \($0)"] } ?? [])
        let sent = answer.text.components(separatedBy: "\r\n").filter {
            $0.hasPrefix("x-retcode") || $0.hasPrefix("x-mapping-code")
        }
        #expect(sent == fields)
    }

    @Test func otherWithoutAScenarioIsGivenByTheField() throws {
        let field = #"Mishap-Fail: mtop/other; ret="[\"A::b\", \"C\"]"; data="{\"a\":1}""#
        #expect(
            try ask("zh/gw/any/1.0/", [field]).body == #"{"api":"any","data":{"a":1},"ret":["A::b","C"],"v":"1.0"}"#)
        let refused = try ask("zh/gw/any/1.0/", ["Mishap-Fail: mtop/other"])
        #expect(refused.status == 400 && refused.body.contains(#"needs \"ret\" in its \"with\""#))
    }

    // MARK: What no rule takes

    /// The first calls of public clients of H5, as they were recorded: the token is asked for with a call that has none,
    /// and comes as cookies; the call is then made again with it. No client is run here.
    @Test func aRecordedClientGetsItsTokenWithItsFirstCall() throws {
        let gateway = try Self.gateway.get()
        let id = try gateway.askForSession(#"{ "scenario": "zh", "clock": "manual" }"#)
        let form = "data=%7B%22deviceId%22%3A%221%22%7D"
        func call(_ cookie: String) throws -> RawConnection.Received {
            let connection = try RawConnection(port: gateway.port)
            connection.send(
                "POST /@\(id)/h5/mtop.taobao.idlemessage.pc.login.token/1.0/?jsv=2.7.2&appKey=34839810&t=1893456000000"
                    + "&sign=d41d8cd98f00b204e9800998ecf8427e&v=1.0&type=originaljson&accountSite=xianyu&dataType=json"
                    + "&timeout=20000&api=mtop.taobao.idlemessage.pc.login.token&sessionOption=AutoLoginOnly HTTP/1.1\r\n"
                    + "Host: h5api.m.goofish.com\r\naccept: application/json\r\norigin: https://www.goofish.com\r\n"
                    + "content-type: application/x-www-form-urlencoded\r\n" + cookie
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
            return connection.receiveResponse()
        }
        let first = try call("")
        #expect(
            first.body
                == #"{"api":"mtop.taobao.idlemessage.pc.login.token","data":{},"ret":["FAIL_SYS_TOKEN_EMPTY::令牌为空"],"v":"1.0"}"#
        )
        let cookies = first.text.components(separatedBy: "\r\n").filter { $0.hasPrefix("Set-Cookie: ") }.map {
            String($0.dropFirst(12).prefix { $0 != ";" })
        }
        #expect(cookies.count == 2)
        #expect(cookies.first?.wholeMatch(of: /_m_h5_tk=[0-9a-f]{32}_1893463200000/) != nil)
        #expect(cookies.last?.wholeMatch(of: /_m_h5_tk_enc=[0-9a-f]{32}/) != nil)
        let cookie = "cookie: " + cookies.joined(separator: "; ") + "\r\n"
        #expect(try call(cookie).body.contains(#""ret":["FAIL_SYS_API_NOT_FOUNDED::请求API不存在"]"#))
        #expect(try gateway.call("POST", "sessions/\(id)/clock", #"{ "advance": "2h" }"#).status == 200)
        let late = try call(cookie)
        #expect(late.body.contains(#""ret":["FAIL_SYS_TOKEN_EXOIRED::令牌过期"]"#))
        #expect(late.text.contains("\r\nSet-Cookie: _m_h5_tk="))
    }
}
