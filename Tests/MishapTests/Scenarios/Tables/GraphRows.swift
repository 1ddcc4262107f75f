import Foundation

/// The shipped scenarios of the Graph API. Trace ids are drawn, and are masked with points.
enum GraphRows {
    /// `GraphScenariosTests` has these: they end in another way, or answer with a page.
    static let apart = ["every-code", "html", "network-error", "tour"]

    static func row(_ name: String, _ steps: [(ScenarioRequest, ScenarioAnswer)]) -> ScenarioRow {
        ScenarioRow("graph/\(name)", steps.map { ScenarioExchange($0, $1) }, mask: withoutTraces)
    }

    private static func withoutTraces(_ bytes: [UInt8]) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        let drawn = /((?:fbtrace_id|x-fb-request-id)[\\":, value]+)A[A-Za-z0-9_-]{22}/
        let short = /(x-fb-trace-id[\\":, value]+)[A-Za-z0-9+\/]{11}(?=\r\n|")/
        let server = /(X-FB-Debug[\\":, value]+)[A-Za-z0-9+\/]{86}==/
        let time = /[A-Z][a-z]+day, \d\d-[A-Z][a-z][a-z]-\d\d \d\d:\d\d:\d\d PST/
        let masked = text.replacing(drawn) { "\($0.output.1)\(trace)" }
            .replacing(short) { "\($0.output.1)\(shortTrace)" }
            .replacing(server) { "\($0.output.1)\(debug)" }
        guard masked.contains(time) else { return Array(masked.utf8) }
        let fixed = masked.replacing(time, with: Self.time)
        // The names of days differ in length.
        guard let body = fixed.range(of: "\r\n\r\n") else { return Array(fixed.utf8) }
        let count = fixed[body.upperBound...].utf8.count
        return Array(fixed.replacing(/Content-Length: \d+/, with: "Content-Length: \(count)").utf8)
    }

    // MARK: Requests

    /// The request of most rows, for the user that the token belongs to.
    static let me = get("/v20.0/me?access_token=EAAold")
    static func get(_ target: String) -> ScenarioRequest { .get(target) }
    static func post(_ target: String, _ form: String) -> ScenarioRequest {
        ScenarioRequest("POST", target, ["Content-Type: application/x-www-form-urlencoded"], form)
    }

    private static let requests =
        #"batch=[{"method":"GET","relative_url":"me"},{"method":"GET","relative_url":"me/friends?limit=5"},"#
        + #"{"method":"POST","relative_url":"me/feed","body":"message=hi"}]&access_token=EAAold"#
    static let batch = post("/v20.0/", requests)
    /// The same, with answers that have no headers.
    static let plainBatch = post("/v20.0/", requests + "&include_headers=false")

    // MARK: Answers

    private static let json = "Content-Type: application/json; charset=UTF-8"
    private static let trace = "A" + String(repeating: ".", count: 22)
    private static let shortTrace = String(repeating: ".", count: 11)
    private static let debug = String(repeating: ".", count: 88)

    /// The message of an expired session. The times are masked.
    static let expired =
        "= Error validating access token: Session has expired on \(time). The current time is \(time)."
    private static let time = "a day PST"
    private static func unsupported(_ node: String) -> String {
        "Unsupported get request. Object with ID '\(node)' does not exist, cannot be loaded due to missing permissions, "
            + "or does not support this operation. Please read the Graph API documentation at "
            + "https://developers.facebook.com/docs/graph-api"
    }

    /// The fields of an error behind those of its code. Few have not all of them, or one more.
    private static func errorFields(
        _ version: String = "v20.0", code: Int = 190, _ subcode: Int? = nil
    ) -> [(String, String)] {
        let server = code == 613 ? [] : [("x-fb-rev", "1000000000"), ("X-FB-Debug", debug)]
        return [
            ("Access-Control-Allow-Origin", "*"), ("Cache-Control", "no-store"), ("Pragma", "no-cache"),
            ("Expires", "Sat, 01 Jan 2000 00:00:00 GMT"),
        ] + server + (code == 100 && subcode == 33 ? [("x-fb-rlafr", "0")] : [])
            + [("x-fb-request-id", trace), ("x-fb-trace-id", shortTrace), ("facebook-api-version", version)]
    }

    /// An error's answer as an element of a batch.
    static func element(_ status: Int, _ fields: [(String, String)] = [], _ body: String) -> String {
        let head = ([("Content-Type", "application/json; charset=UTF-8")] + fields + errorFields()).map { name, value in
            #"{"name":"\#(name)","value":"\#(value)"}"#
        }
        return #"{"code":\#(status),"headers":[\#(head.joined(separator: ","))],"body":"\#(body)"}"#
    }

    static func text(_ status: String, _ body: String, _ fields: String...) -> ScenarioAnswer {
        let isOther = fields.contains { $0.hasPrefix("facebook-api-version") }
        return .kept(HTTPText.response(status, [json] + (isOther ? [] : [version]) + fields, body))
    }

    /// Of a success too.
    private static let version = "facebook-api-version: v20.0"

    /// With all of its fields but the version, which the login dialog does not tell.
    static func other(_ status: String, _ body: String, _ fields: String...) -> ScenarioAnswer {
        var fields = fields
        // In front of the field that a failure sets.
        let place = fields.firstIndex { $0.hasPrefix("X-") } ?? fields.endIndex
        if status != "302 Found" { fields.insert(version, at: place) }
        return .kept(HTTPText.response(status, fields, body))
    }

    /// An error. A message behind `=` is whole; another follows its code.
    static func error(
        _ status: String, _ code: Int, _ subcode: Int?, _ message: String, _ fields: String...,
        version: String = "v20.0"
    )
        -> ScenarioAnswer
    {
        let subcode = subcode.map { #","error_subcode":\#($0)"# } ?? ""
        let isWhole = message.hasPrefix("= ")
        let message = isWhole ? String(message.dropFirst(2)) : code == 190 ? message : "(#\(code)) \(message)"
        let first = [2, 4, 17].contains(code) ? #""is_transient":true,"# : ""
        let body =
            #"{"error":{"message":"\#(message)","type":"OAuthException",\#(first)"code":\#(code)\#(subcode),"#
            + #""fbtrace_id":"\#(trace)"}}"#
        return .kept(
            HTTPText.response(
                status,
                [json] + challenge(code, message) + fields
                    + errorFields(version, code: code).map { "\($0): \($1)" }, body))
    }

    /// The error about an object that is not there.
    static func missing(_ node: String) -> ScenarioAnswer {
        let message = unsupported(node)
        let head =
            [json] + challenge(100, message) + [#"X-App-Usage: {"call_count":0,"total_cputime":0,"total_time":0}"#]
            + errorFields(code: 100, 33).map { "\($0): \($1)" }
        return .kept(
            HTTPText.response(
                "400 Bad Request", head,
                #"{"error":{"message":"\#(message)","type":"GraphMethodException","code":100,"error_subcode":33,"#
                    + #""fbtrace_id":"\#(trace)"}}"#))
    }

    /// An error with this body, whose message is in the challenge too.
    static func error(_ status: String, _ code: Int, _ message: String, _ body: String) -> ScenarioAnswer {
        let head = [json] + challenge(code, message) + errorFields().map { "\($0): \($1)" }
        return .kept(HTTPText.response(status, head, body))
    }

    /// The body of an error as a string in a batch.
    static func error(_ code: Int, _ message: String) -> String {
        let first = [2, 4, 17].contains(code) ? #"\"is_transient\":true,"# : ""
        return #"{\"error\":{\"message\":\"\#(message)\",\"type\":\"OAuthException\",\#(first)\"code\":\#(code),"#
            + #"\"fbtrace_id\":\"\#(trace)\"}}"#
    }

    private static func challenge(_ code: Int, _ message: String) -> [String] {
        let words = [190: "invalid_token", 104: "invalid_token", 100: "invalid_request", 1: "unknown_error"]
        return words[code].map { [#"WWW-Authenticate: OAuth "Facebook Platform" "\#($0)" "\#(message)""#] } ?? []
    }

    static let picture = ScenarioAnswer(
        .bytes(
            Array("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\(version)\r\nContent-Length: 70\r\n\r\n".utf8) + pixel
        ), .kept)

    private static let pixel: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00,
        0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x64, 0xF8, 0xCF, 0x50, 0x0F, 0x00, 0x03, 0x86, 0x01, 0x80,
        0x5A, 0x34, 0x7D, 0x6B, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
