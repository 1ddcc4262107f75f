import Testing

/// A scenario of MTOP, and what one request after another gets.
struct MTOPRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// The API and its version as they stand in the path.
    let api: String
    let answers: [Answer]

    struct Answer: Sendable {
        var status = 200
        var fields: [String]
        /// Of `ret`, and the data; nil where there is no body.
        var envelope: (ret: String, data: String)?

        /// The response, as far as it is the same each time.
        func text(of row: MTOPRow, prefix: String) -> String {
            let (api, version) = row.parts
            let body =
                envelope.map { #"{"api":"\#(api)","v":"\#(version)","ret":["\#($0.ret)"],"data":\#($0.data)}"# } ?? ""
            let phrase = status == 200 ? "OK" : "Non-Standard Status"
            let lines = fields.map { $0.replacing("PREFIX", with: prefix) }
            return (["HTTP/1.1 \(status) \(phrase)"] + lines + ["Content-Length: \(body.utf8.count)", "", ""])
                .joined(separator: "\r\n") + body
        }
    }

    private var parts: (String, String) {
        let parts = api.split(separator: "/").map(String.init)
        return (parts[0], parts[1])
    }

    init(_ name: String, _ answers: Answer..., api: String = "mtop.item.get/1.0") {
        self.name = name
        self.api = api
        self.answers = answers
    }

    var testDescription: String { name }

    static func code(
        _ code: String, _ mapping: String?, _ message: String, data: String = "{}", status: Int = 200,
        fields: [String] = []
    ) -> Answer {
        Answer(
            status: status,
            fields: ["Content-Type: application/json", "x-retcode: \(code)"]
                + (mapping.map { ["x-mapping-code: \($0)"] } ?? [])
                + ["x-systime: now"] + fields, envelope: ("\(code)::\(message)", data))
    }

    static func success(_ data: String = #"{"price":"12.50"}"#) -> Answer {
        code("SUCCESS", nil, "接口调用成功", data: data)
    }

    static func bare(_ status: Int, _ fields: String...) -> Answer { Answer(status: status, fields: fields) }

    private static let token = [
        "Set-Cookie: _m_h5_tk=drawn; Path=PREFIX/; Max-Age=604800",
        "Set-Cookie: _m_h5_tk_enc=drawn; Path=PREFIX/; Max-Age=604800",
    ]
    private static let sessionExpired = code(
        "FAIL_SYS_SESSION_EXPIRED", "ES10003", "Login session (sid) no longer valid")
    private static let queued = code(
        "FAIL_SYS_REQUEST_QUEUED", "ES10044", "Request is throttled into a queue", status: 420)
    private static let flowLimit = code(
        "FAIL_SYS_FLOWLIMIT", "ES10006", "Per-machine concurrency limit of the gateway hit")
    private static let expiredRequest = code(
        "FAIL_SYS_EXPIRED_REQUEST", "ES10031", "Anti-replay: request expired")

    static let all = [
        MTOPRow(
            "session-expired", sessionExpired, success(#"{"title":"Live now","price":null}"#),
            success(#"{"title":"Live now","price":null}"#), api: "mtop.mediaplatform.live.livedetail/3.0"),
        MTOPRow(
            "session-expired", code("FAIL_SYS_API_NOT_FOUNDED", "ES10002", "No API registered under this api+v pair"),
            api: "mtop.mediaplatform.live.livedetail/4.0"),
        MTOPRow("login-fails", sessionExpired, sessionExpired),
        MTOPRow("throttled-420", bare(420, "bx-sleep: 10"), success()),
        MTOPRow(
            "check-419", bare(419, "Location: PREFIX/punish?action=captcha", "x-location-ext: mishap"), success()),
        MTOPRow("login-419", bare(419, "Bx-action: login"), success()),
        MTOPRow("bare-419", bare(419), bare(419)),
        MTOPRow("queued", queued, queued, success()),
        MTOPRow("flow-limit", flowLimit, flowLimit, success()),
        MTOPRow("api-not-found", success(#"{"orders":[]}"#), api: "mtop.order.query/2.0"),
        MTOPRow(
            "api-not-found", code("FAIL_SYS_API_NOT_FOUNDED", "ES10002", "No API registered under this api+v pair"),
            api: "mtop.order.query/1.0"),
        MTOPRow(
            "sign-error", code("FAIL_SYS_ILEGEL_SIGN", "ES10011", "Request signature is wrong"),
            code("FAIL_SYS_ILEGEL_SIGN", "ES10011", "Request signature is wrong")),
        MTOPRow(
            "time-error",
            code("FAIL_SYS_REQUEST_EXPIRED", "ES10010", "Anti-replay: request timestamp outside the window"), success()),
        MTOPRow("time-error-stays", expiredRequest, expiredRequest),
        MTOPRow(
            "token-missing",
            code(
                "FAIL_SYS_TOKEN_EMPTY", "ES00000", "The cookie that H5 requests are signed with is missing",
                fields: token),
            success()),
        MTOPRow(
            "token-expired",
            code(
                "FAIL_SYS_TOKEN_EXOIRED", "ES00000", "The token that H5 requests are signed with has expired",
                fields: token), success()),
        MTOPRow("user-check", code("FAIL_SYS_USER_VALIDATE", "ES00000", "The user has to pass a check first")),
        MTOPRow("risk-control", code("RGV587_ERROR", nil, "SM")),
        MTOPRow(
            "access-token-expired", code("FAIL_SYS_ACCESS_TOKEN_EXPIRED", "ES10041", "ACCESS_TOKEN has expired"),
            success()),
        MTOPRow("service-timeout", code("FAIL_SYS_SERVICE_TIMEOUT", "ES20001", "HSF call timed out"), success()),
        MTOPRow(
            "backend-unreachable",
            code("FAIL_SYS_HTTP_CONNECT_TIMEOUT", "ES30004", "HTTP backend could not be connected in time")),
        MTOPRow("business-without-code", code("UNKNOWN_FAIL_CODE", "ES40000", "Business side returned no error code")),
        MTOPRow("business", code("couponExpired", nil, "This coupon is no longer valid")),
        MTOPRow(
            "business-failure", code("FAIL_BIZ_SOLD_OUT", nil, "Sold out", data: #"{"line":2,"left":0}"#),
            api: "mtop.order.create/1.0"),
        MTOPRow("business-failure", success("{}")),
        MTOPRow("unknown-code", code("FAIL_SYS_OF_A_NEWER_GATEWAY", "ES00000", "The gateway failed")),
        MTOPRow("null-fields", success(#"{"price":null,"seller":{"name":null},"images":[null]}"#)),
        MTOPRow("null-data", success("null")),
        MTOPRow(
            "code-in-the-head",
            Answer(
                fields: [
                    "Content-Type: application/json", "x-systime: now", "x-retcode: FAIL_SYS_SERVICE_FAULT",
                    "x-mapping-code: ES20002",
                ], envelope: ("SUCCESS::接口调用成功", #"{"price":"12.50"}"#))),
        MTOPRow(
            "falsified",
            Answer(
                fields: [
                    "Content-Type: application/json", "x-retcode: SUCCESS", "x-systime: now",
                    "m-content-md5: ef9aa0648e84e78fe1fad686c07cd05e",
                ], envelope: ("SUCCESS::接口调用成功", #"{"price":"12.50"}"#))),
    ]
}
