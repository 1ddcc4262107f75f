import TestSupport
import Testing

/// What one shipped scenario of the Graph API says to requests, in their order.
struct GraphScenarioRow: Sendable, CustomTestStringConvertible {
    struct Ask: Sendable {
        let method: String
        let target: String
        let body: String

        /// What most scenarios are about: the user that a token is for.
        static let get = get("/v20.0/me?access_token=EAAold")
        static func get(_ target: String) -> Ask { Ask(method: "GET", target: target, body: "") }
        static func post(_ target: String, _ body: String) -> Ask { Ask(method: "POST", target: target, body: body) }

        private static let requests =
            #"batch=[{"method":"GET","relative_url":"me"},{"method":"GET","relative_url":"me/friends?limit=5"},"#
            + #"{"method":"POST","relative_url":"me/feed","body":"message=hi"}]&access_token=EAAold"#
        static let batch = post("/v20.0/", requests)
        /// The same, with answers that have no headers.
        static let plainBatch = post("/v20.0/", requests + "&include_headers=false")

        func bytes(_ prefix: String) -> String {
            let fields = [
                "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)",
            ]
            return request(prefix + target, body.isEmpty ? [] : fields, method: method) + body
        }
    }

    /// Every byte, without `Date`, and with points in the place of a trace id.
    struct Answer: Sendable {
        let bytes: [UInt8]

        private static let json = "Content-Type: application/json; charset=UTF-8"
        static let trace = "A" + String(repeating: ".", count: 22)

        static func text(_ status: String, _ body: String, _ fields: String...) -> Answer {
            Answer(bytes: Array(ScenarioRow.answer(status, [json] + fields, body).utf8))
        }

        /// With all of its fields.
        static func other(_ status: String, _ body: String, _ fields: String...) -> Answer {
            Answer(bytes: Array(ScenarioRow.answer(status, fields, body).utf8))
        }

        static func error(_ status: String, _ code: Int, _ subcode: Int?, _ message: String, _ fields: String...)
            -> Answer
        {
            let subcode = subcode.map { #","error_subcode":\#($0)"# } ?? ""
            let body =
                #"{"error":{"message":"(#\#(code)) \#(message)","type":"OAuthException","code":\#(code)\#(subcode),"#
                + #""fbtrace_id":"\#(trace)"}}"#
            return Answer(bytes: Array(ScenarioRow.answer(status, [json] + fields, body).utf8))
        }

        static let picture = Answer(
            bytes: Array("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 70\r\n\r\n".utf8) + pixel)

        private static let pixel: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
            0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00,
            0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x64, 0xF8, 0xCF, 0x50, 0x0F, 0x00, 0x03, 0x86, 0x01, 0x80,
            0x5A, 0x34, 0x7D, 0x6B, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
        ]
    }

    let name: String
    let steps: [(Ask, Answer)]

    init(_ name: String, _ steps: [(Ask, Answer)]) {
        self.name = name
        self.steps = steps
    }

    var testDescription: String { name }
}
