import Foundation

/// The shipped scenarios of MTOP.
enum MTOPRows {
    /// `MTOPScenariosTests` has those, each in a way of its own.
    static let apart = [
        "tour", "traffic-limit", "no-answer", "upload-reset", "connection-closed", "connection-reset",
        "long-connection-lost", "html-page", "bad-gateway", "empty-body", "broken-json", "jsonp", "ret-as-text",
        "strict",
    ]

    struct Answer: Sendable {
        var status = 200
        var fields: [String]
        /// The entry of `ret`, and the data; nil where there is no body.
        var envelope: (ret: String, data: String)?
        /// Whether the envelope has the API and its version.
        var isOfCall = true

        /// The response to a call of an API, such as `mtop.item.get/1.0`.
        func text(of api: String) -> String {
            let parts = api.split(separator: "/")
            let body =
                envelope.map {
                    isOfCall
                        ? #"{"api":"\#(parts[0])","data":\#($0.data),"ret":["\#($0.ret)"],"v":"\#(parts[1])"}"#
                        : #"{"ret":["\#($0.ret)"],"data":\#($0.data)}"#
                } ?? ""
            return HTTPText.response("\(status) \(status == 200 ? "OK" : "Non-Standard Status")", fields, body)
        }
    }

    private static func row(_ name: String, _ answers: Answer...) -> ScenarioRow {
        ScenarioRow("mtop/\(name)", answers.map { call("mtop.item.get/1.0", $0) }, mask: steady)
    }

    private static func row(_ name: String, _ exchanges: ScenarioExchange...) -> ScenarioRow {
        ScenarioRow("mtop/\(name)", exchanges, mask: steady)
    }

    private static func call(_ api: String, _ answer: Answer) -> ScenarioExchange {
        ScenarioExchange(.get("/gw/\(api)/?data=%7B%7D"), .kept(answer.text(of: api)))
    }

    /// Without the clock, where it is near to this one, and drawn tokens.
    private static func steady(_ bytes: [UInt8]) -> [UInt8] {
        var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        for place in lines.indices {
            if lines[place].hasPrefix("x-systime: "), let time = Double(lines[place].dropFirst(11)),
                abs(time - Date().timeIntervalSince1970) < 60
            {
                lines[place] = "x-systime: now"
            } else if lines[place].hasPrefix("Set-Cookie: ") {
                let name = lines[place].dropFirst(12).prefix { $0 != "=" }
                let rest = lines[place].drop { $0 != ";" }
                lines[place] = "Set-Cookie: \(name)=drawn\(rest)"
            }
        }
        let text = lines.joined(separator: "\r\n")
        return Array(text.replacing(/x5secdata=[0-9a-f]{64}/, with: "x5secdata=" + ticket).utf8)
    }

    static func code(
        _ code: String, _ mapping: String?, _ message: String, data: String = "{}", status: Int = 200,
        fields: [String] = []
    ) -> Answer {
        Answer(
            status: status,
            fields: ["Content-Type: application/json;charset=UTF-8", "x-retcode: \(code)"]
                + (mapping.map { ["x-mapping-code: \($0)"] } ?? [])
                + ["x-systime: now"] + fields, envelope: ("\(code)::\(message)", data))
    }

    private static let busy = "SM::哎哟喂,被挤爆啦,请稍后重试"

    /// Two elements and a page with a ticket, and nothing of the call.
    private static var check: Answer {
        var answer = code("FAIL_SYS_USER_VALIDATE", "ES00000", "", data: page("user-check"))
        answer.envelope?.ret = #"FAIL_SYS_USER_VALIDATE","RGV587_ERROR::\#(busy)"#
        answer.isOfCall = false
        return answer
    }

    private static func page(_ scenario: String) -> String {
        #"{"url":"http://localhost:80/@mtop/\#(scenario)~rows//gw/mtop.item.get/1.0/_____tmd_____/punish?x5secdata=\#(ticket)&action=captcha"}"#
    }
    private static let ticket = String(repeating: ".", count: 64)

    static func success(_ data: String = #"{"price":"12.50"}"#) -> Answer {
        code("SUCCESS", nil, "接口调用成功", data: data)
    }

    static func bare(_ status: Int, _ fields: String...) -> Answer { Answer(status: status, fields: fields) }

    private static let token = [
        "Set-Cookie: _m_h5_tk=drawn; Path=PREFIX/; Max-Age=604800",
        "Set-Cookie: _m_h5_tk_enc=drawn; Path=PREFIX/; Max-Age=604800",
    ]
    private static let sessionExpired = code(
        "FAIL_SYS_SESSION_EXPIRED", "ES10003", "Session过期")
    private static let queued = code(
        "FAIL_SYS_REQUEST_QUEUED", "ES10044", "Request is throttled into a queue", status: 420)
    private static let notFound = code(
        "FAIL_SYS_API_NOT_FOUNDED", "ES10002", "请求API不存在")
    private static let flowLimit = code(
        "FAIL_SYS_FLOWLIMIT", "ES10006", "Per-machine concurrency limit of the gateway hit")
    private static let expiredRequest = code(
        "FAIL_SYS_EXPIRED_REQUEST", "ES10031", "Anti-replay: request expired")

    static let all: [ScenarioRow] = [
        row("healthy", success(#"{"ok":true}"#)),
        row(
            "session-expired", call("mtop.mediaplatform.live.livedetail/3.0", sessionExpired),
            call("mtop.mediaplatform.live.livedetail/3.0", success(#"{"title":"Live now","price":null}"#)),
            call("mtop.mediaplatform.live.livedetail/3.0", success(#"{"title":"Live now","price":null}"#)),
            call("mtop.mediaplatform.live.livedetail/4.0", notFound)),
        row("login-fails", sessionExpired, sessionExpired),
        row("throttled-420", bare(420, "bx-sleep: 10"), success()),
        row(
            "check-419", bare(419, "Location: PREFIX/punish?action=captcha", "x-location-ext: mishap"), success()),
        row("login-419", bare(419, "Bx-action: login"), success()),
        row("bare-419", bare(419), bare(419)),
        row("queued", queued, queued, success()),
        row("flow-limit", flowLimit, flowLimit, success()),
        row(
            "api-not-found", call("mtop.order.query/2.0", success(#"{"orders":[]}"#)),
            call("mtop.order.query/1.0", notFound)),
        row(
            "sign-error", code("FAIL_SYS_ILEGEL_SIGN", "ES10011", "非法请求签名"),
            code("FAIL_SYS_ILEGEL_SIGN", "ES10011", "非法请求签名")),
        row(
            "time-error",
            code("FAIL_SYS_REQUEST_EXPIRED", "ES10010", "Anti-replay: request timestamp outside the window"), success()),
        row("time-error-stays", expiredRequest, expiredRequest),
        row(
            "token-missing",
            code(
                "FAIL_SYS_TOKEN_EMPTY", "ES00000", "令牌为空",
                fields: token),
            success()),
        row(
            "token-expired",
            code(
                "FAIL_SYS_TOKEN_EXOIRED", "ES00000", "令牌过期",
                fields: token), success()),
        row("user-check", check),
        row("risk-control", code("RGV587_ERROR", nil, busy + "!", data: page("risk-control"))),
        row(
            "access-token-expired", code("FAIL_SYS_ACCESS_TOKEN_EXPIRED", "ES10041", "ACCESS_TOKEN has expired"),
            success()),
        row("service-timeout", code("FAIL_SYS_SERVICE_TIMEOUT", "ES20001", "请求服务超时"), success()),
        row(
            "backend-unreachable",
            code("FAIL_SYS_HTTP_CONNECT_TIMEOUT", "ES30004", "HTTP backend could not be connected in time")),
        row("business-without-code", code("UNKNOWN_FAIL_CODE", "ES40000", "Business side returned no error code")),
        row("business", code("couponExpired", nil, "This coupon is no longer valid")),
        row(
            "business-failure",
            call(
                "mtop.order.create/1.0", code("FAIL_BIZ_SOLD_OUT", nil, "Sold out", data: #"{"line":2,"left":0}"#)),
            call("mtop.item.get/1.0", success("{}"))),
        row("unknown-code", code("FAIL_SYS_OF_A_NEWER_GATEWAY", "ES00000", "The gateway failed")),
        row("null-fields", success(#"{"price":null,"seller":{"name":null},"images":[null]}"#)),
        row("null-data", success("null")),
        row(
            "code-in-the-head",
            Answer(
                fields: [
                    "Content-Type: application/json;charset=UTF-8", "x-systime: now",
                    "x-retcode: FAIL_SYS_SERVICE_FAULT",
                    "x-mapping-code: ES20002",
                ], envelope: ("SUCCESS::接口调用成功", #"{"price":"12.50"}"#))),
        row(
            "falsified",
            Answer(
                fields: [
                    "Content-Type: application/json;charset=UTF-8", "x-retcode: SUCCESS", "x-systime: now",
                    "m-content-md5: 11c92ce1c031481bcc5ff9a5658e24eb",
                ], envelope: ("SUCCESS::接口调用成功", #"{"price":"12.50"}"#))),
    ]
}
