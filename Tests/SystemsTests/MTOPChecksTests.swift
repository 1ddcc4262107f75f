import Bytes
@testable import Catalogue
@testable import Systems
import Testing
import Wire

/// What a strict gateway finds wrong with a request before it looks for the API.
struct MTOPChecksTests {
    private static let now: Int64 = 1_700_000_000_000
    private static let options = MTOP.Options(
        isStrict: true, appKey: Array("4272".utf8), appSecret: Array("secret".utf8))

    private func code(_ request: Request, _ options: MTOP.Options = options) -> String {
        let dialect = MTOP(options)
        guard let call = dialect.read(request).whole,
            let reply = dialect.unscripted(call, in: AnswerContext(request, wallMilliseconds: Self.now))
        else { return "" }
        return String(decoding: reply.head.first("x-retcode") ?? [], as: UTF8.self)
    }

    /// A good request for `mtop.a` in 1.0; nil takes a field away.
    private func request(
        _ method: String = "GET", _ target: String = "/gw/mtop.a/1.0/", _ changes: [String: String?] = [:],
        body: String = "", data: String = ""
    ) -> Request {
        var fields: [String: String] = [
            "x-t": "1700000000", "x-appkey": "4272", "x-pv": "6.3", "x-ttid": "201200%40app_iphone_1.0",
            "x-utdid": "u%2Fd", "x-location": "120.1,30.2",
        ]
        for (name, value) in changes { fields[name] = value }
        let text = [
            "u/d", "", "", "4272", String(decoding: MD5.hex(Array(data.utf8)), as: UTF8.self), fields["x-t"] ?? "",
            "mtop.a",
            "1.0", "", "201200@app_iphone_1.0", "", "30.2", "120.1", "", "", "", "", "", "", "", "",
        ].joined(separator: "&")
        if changes["x-sign"] == nil {
            fields["x-sign"] = String(
                decoding: MD5.authenticationCode(Array(text.utf8), key: Array("secret".utf8)), as: UTF8.self)
        }
        return Request.make(method, target, fields: fields.map { ($0.key, $0.value) }, body: Array(body.utf8))
    }

    @Test func aGoodRequestIsOnlyNotFounded() {
        #expect(code(request()) == "FAIL_SYS_API_NOT_FOUNDED")
        let target = "/gw/mtop.a/1.0/?data=%7B%22a%22%3A1%7D"
        #expect(code(request("GET", target, data: #"{"a":1}"#)) == "FAIL_SYS_API_NOT_FOUNDED")
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(
            code(request("POST", "/gw/mtop.a/1.0/", form, body: "data=%7B%7D", data: "{}"))
                == "FAIL_SYS_API_NOT_FOUNDED")
        let json = ["Content-Type": "application/json; charset=utf-8"]
        #expect(
            code(request("POST", "/gw/mtop.a/1.0/", json, body: #"{"k":1}"#, data: #"{"k":1}"#))
                == "FAIL_SYS_API_NOT_FOUNDED")
    }

    @Test(
        arguments: [
            (["x-t": nil], "FAIL_SYS_PROTOPARAM_MISSED"), (["x-appkey": nil], "FAIL_SYS_PROTOPARAM_MISSED"),
            (["x-sign": .some("")], "FAIL_SYS_PROTOPARAM_MISSED"), (["x-pv": nil], "FAIL_SYS_PROTOVER_MISSED"),
            (["x-pv": "six"], "FAIL_SYS_INVALID_PROTOCOLVERSION"),
            (["x-pv": "6.3.1"], "FAIL_SYS_INVALID_PROTOCOLVERSION"),
            (["x-t": "yesterday"], "FAIL_SYS_BADARGUMENT_T"), (["x-t": "-1"], "FAIL_SYS_BADARGUMENT_T"),
            (["x-t": "1700000000000000000000"], "FAIL_SYS_BADARGUMENT_T"), (["x-appkey": "1"], "FAIL_SYS_UNKNOWN_APP"),
            (["x-ttid": "nothing"], "FAIL_SYS_ILLEGAL_ARGUMENT_TTID"),
            (["x-ttid": "a@b_c"], "FAIL_SYS_ILLEGAL_ARGUMENT_TTID"),
            (["x-ttid": "@a_b_c"], "FAIL_SYS_ILLEGAL_ARGUMENT_TTID"),
            (["x-t": "1699999399"], "FAIL_SYS_REQUEST_EXPIRED"),
            (["x-t": "1700000601"], "FAIL_SYS_REQUEST_EXPIRED"),
            (["x-t": "999999999999999"], "FAIL_SYS_REQUEST_EXPIRED"),
            (["x-sign": "0"], "FAIL_SYS_ILEGEL_SIGN"), (["x-utdid": "other"], "FAIL_SYS_ILEGEL_SIGN"),
            (["x-location": "1,2"], "FAIL_SYS_ILEGEL_SIGN"),
        ] as [([String: String?], String)])
    func whatIsWrongHasItsCode(changes: [String: String?], wanted: String) {
        #expect(code(request("GET", "/gw/mtop.a/1.0/", changes)) == wanted)
    }

    @Test(arguments: [
        ("PUT", "/gw/mtop.a/1.0/", "FAIL_SYS_INVALID_HTTP_METHOD"),
        ("HEAD", "/gw/mtop.a/1.0/", "FAIL_SYS_INVALID_HTTP_METHOD"),
        ("GET", "/gw/mtop.a/1.0/?api=mtop.b", "FAIL_SYS_PORTOCOLPARAM_INVALID"),
        ("GET", "/gw/mtop.a/1.0/?v=2", "FAIL_SYS_PORTOCOLPARAM_INVALID"),
        ("GET", "/gw/mtop.a/1.0/?data=%7B", "FAIL_SYS_PARAM_FORMAT_ERROR"),
        ("GET", "/gw/mtop.a/1.0/?data=%7B%7D", "FAIL_SYS_ILEGEL_SIGN"),
        ("GET", "/gw/mtop.a/", "FAIL_SYS_PROTOPARAM_MISSED"),
        ("GET", "/gw/mtop.a/1.0/?api=MTOP.A&v=1.0", "FAIL_SYS_API_NOT_FOUNDED"),
    ])
    func whatIsWrongBesideTheFieldsHasItsCode(method: String, target: String, wanted: String) {
        #expect(code(request(method, target)) == wanted)
    }

    @Test func onlyABodyIsPassedThrough() {
        let type: [String: String?] = ["Content-Type": "application/json"]
        #expect(code(request("GET", "/gw/mtop.a/1.0/", type)) == "FAIL_SYS_API_NOT_FOUNDED")
        #expect(code(request("GET", "/gw/mtop.a/1.0/", type, body: "{}")) == "FAIL_SYS_INVALID_HTTP_METHOD")
    }

    @Test func timesAreSecondsOrMilliseconds() {
        #expect(code(request("GET", "/gw/mtop.a/1.0/", ["x-t": "1700000000123"])) == "FAIL_SYS_API_NOT_FOUNDED")
        #expect(code(request("GET", "/gw/mtop.a/1.0/", ["x-t": "1700000600"])) == "FAIL_SYS_API_NOT_FOUNDED")
    }

    @Test func withoutKeyAndSecretNeitherIsLookedAt() {
        let options = MTOP.Options(isStrict: true)
        let changes: [String: String?] = ["x-appkey": "1", "x-sign": "0"]
        #expect(code(request("GET", "/gw/mtop.a/1.0/", changes), options) == "FAIL_SYS_API_NOT_FOUNDED")
    }

    /// Who does not know the time cannot sign yet.
    @Test(arguments: [
        "/rest/api3.do?api=mtop.common.getTimestamp", "/gw/mtop.common.gettimestamp/1.0/?t=1&sign=0",
        "/h5/mtop.common.getTimestamp/1.0/",
    ])
    func theTimeIsToldToAnyone(target: String) {
        #expect(code(Request.make("GET", target)) == "SUCCESS")
    }

    // MARK: Pages

    @Test func pagesSignWithTheTokenOfTheirCookie() {
        let good = Request.make(
            "GET",
            "/h5/mtop.a/1.0/?appKey=4272&t=1700000000000&data=%7B%7D&sign="
                + String(decoding: MD5.hex(Array("abc&1700000000000&4272&{}".utf8)), as: UTF8.self),
            fields: [("Cookie", "a=b; _m_h5_tk=abc_1700000000001")])
        #expect(code(good) == "FAIL_SYS_API_NOT_FOUNDED")
    }

    @Test func aTokenIsMissingExpiredOrAnothers() {
        func ask(_ cookie: String?) -> String {
            let target = "/h5/mtop.a/1.0/?appKey=4272&t=1700000000000&sign=0&data=%7B%7D"
            return code(Request.make("GET", target, fields: cookie.map { [("Cookie", $0)] } ?? []))
        }
        #expect(ask(nil) == "FAIL_SYS_TOKEN_EMPTY")
        #expect(ask("_m_h5_tk=abc") == "FAIL_SYS_TOKEN_EMPTY")
        #expect(ask("_m_h5_tk_enc=abc_17") == "FAIL_SYS_TOKEN_EMPTY")
        #expect(ask("_m_h5_tk=abc_1700000000000") == "FAIL_SYS_TOKEN_EXOIRED")
        #expect(ask("_m_h5_tk=abc_1700000000001") == "FAIL_SYS_ILLEGAL_ACCESS")
    }

    @Test func aNewTokenIsGoodForARetry() throws {
        let dialect = MTOP(Self.options)
        let request = Request.make("GET", "/h5/mtop.a/1.0/?appKey=4272&t=1700000000000&sign=0&data=%7B%7D")
        let call = try #require(dialect.read(request).whole)
        let reply = try #require(dialect.unscripted(call, in: AnswerContext(request, wallMilliseconds: Self.now)))
        let cookie = try #require(reply.head.first("set-cookie").map { String(decoding: $0, as: UTF8.self) })
        #expect(cookie.hasSuffix("; Path=/; Max-Age=604800"))
        let pair = String(cookie.prefix { $0 != ";" })
        #expect(pair.hasPrefix("_m_h5_tk=") && pair.hasSuffix("_1700007200000"))
        let token = String(pair.dropFirst(9).prefix { $0 != "_" })
        #expect(token.count == 32)
        let sign = String(decoding: MD5.hex(Array("\(token)&1700000000000&4272&{}".utf8)), as: UTF8.self)
        let again = Request.make(
            "GET", "/h5/mtop.a/1.0/?appKey=4272&t=1700000000000&sign=\(sign)&data=%7B%7D", fields: [("Cookie", pair)])
        #expect(code(again) == "FAIL_SYS_API_NOT_FOUNDED")
    }
}
