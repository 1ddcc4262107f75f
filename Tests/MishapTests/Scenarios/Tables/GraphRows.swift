/// The shipped scenarios of the Graph API. Trace ids are drawn, and are masked with points.
enum GraphRows {
    /// `GraphScenariosTests` has these: they end in another way, or answer with a page.
    static let apart = ["every-code", "html", "network-error", "tour"]

    static func row(_ name: String, _ steps: [(ScenarioRequest, ScenarioAnswer)]) -> ScenarioRow {
        ScenarioRow("graph/\(name)", steps.map { ScenarioExchange($0, $1) }, mask: withoutTraces)
    }

    private static func withoutTraces(_ bytes: [UInt8]) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        let pattern = /(fbtrace_id[\\":]+)A[A-Za-z0-9_-]{22}/
        return Array(text.replacing(pattern) { "\($0.output.1)\(trace)" }.utf8)
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

    static func text(_ status: String, _ body: String, _ fields: String...) -> ScenarioAnswer {
        .kept(HTTPText.response(status, [json] + fields, body))
    }

    /// With all of its fields.
    static func other(_ status: String, _ body: String, _ fields: String...) -> ScenarioAnswer {
        .kept(HTTPText.response(status, fields, body))
    }

    static func error(_ status: String, _ code: Int, _ subcode: Int?, _ message: String, _ fields: String...)
        -> ScenarioAnswer
    {
        let subcode = subcode.map { #","error_subcode":\#($0)"# } ?? ""
        let body =
            #"{"error":{"message":"(#\#(code)) \#(message)","type":"OAuthException","code":\#(code)\#(subcode),"#
            + #""fbtrace_id":"\#(trace)"}}"#
        return .kept(HTTPText.response(status, [json] + fields, body))
    }

    static let picture = ScenarioAnswer(
        .bytes(Array("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 70\r\n\r\n".utf8) + pixel), .kept)

    private static let pixel: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00,
        0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x64, 0xF8, 0xCF, 0x50, 0x0F, 0x00, 0x03, 0x86, 0x01, 0x80,
        0x5A, 0x34, 0x7D, 0x6B, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
