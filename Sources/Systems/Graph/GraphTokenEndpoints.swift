internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The endpoints by which SDKs get and inspect tokens: `oauth/access_token`, `debug_token` and `device/login`. They are
/// answered as a healthy server does; all values are drawn from the seed, or are those of the request.
enum GraphTokenEndpoints {
    /// The answer to a call of one of them; nil for any other call, and where a parameter is missing.
    static func reply(to call: Call, in context: AnswerContext) -> Reply? {
        guard let node = call.fields[GraphAPI.Field.node] else { return nil }
        let edge = call.fields[GraphAPI.Field.edge]
        if node.elementsEqual("oauth".utf8), edge?.elementsEqual("access_token".utf8) == true {
            return accessToken(call, context)
        }
        if node.elementsEqual("debug_token".utf8), edge == nil { return inspection(call, context) }
        if node.elementsEqual("device".utf8), edge?.elementsEqual("login".utf8) == true { return deviceLogin(context) }
        return nil
    }

    /// For an exchange, a renewal or a code a user's token, and for client credentials that of the app.
    private static func accessToken(_ call: Call, _ context: AnswerContext) -> Reply? {
        let grant = parameter("grant_type", call, context)
        if grant == "client_credentials" {
            guard let app = parameter("client_id", call, context) else { return nil }
            return json([("access_token", .string("\(app)|\(drawn(27, context))")), ("token_type", "bearer")])
        }
        let isKnown = ["fb_exchange_token", "fb_extend_sso_token", "authorization_code"].contains(grant)
        guard isKnown || grant == nil && parameter("code", call, context) != nil else { return nil }
        return json([
            ("access_token", .string("EAA" + drawn(40, context))), ("token_type", "bearer"),
            ("expires_in", .int(lifetime)),
        ])
    }

    /// What `debug_token` tells of a token: a valid one of a user.
    private static func inspection(_ call: Call, _ context: AnswerContext) -> Reply? {
        guard parameter("input_token", call, context) != nil else { return nil }
        let now = context.wallMilliseconds / 1000
        return json([
            (
                "data",
                .object([
                    ("app_id", "1"), ("type", "USER"), ("application", "Mishap"),
                    ("data_access_expires_at", .int(now + 90 * 86_400)), ("expires_at", .int(now + lifetime)),
                    ("is_valid", true), ("issued_at", .int(now)),
                    ("scopes", .array(["email", "public_profile"])), ("user_id", "1"),
                ])
            )
        ])
    }

    private static func deviceLogin(_ context: AnswerContext) -> Reply? {
        json([
            ("code", .string(drawn(32, context))), ("user_code", "A1NWZ9"),
            ("verification_uri", "https://www.facebook.com/device"), ("expires_in", .int(420)), ("interval", .int(5)),
        ])
    }

    /// Sixty days, in seconds.
    private static let lifetime: Int64 = 5_184_000

    private static func json(_ members: [(String, JSONValue)]) -> Reply {
        GraphAPI.reply(JSONValue.object(members).bytes())
    }

    private static func drawn(_ count: Int, _ context: AnswerContext) -> String {
        var draw = context.draw()
        return String(decoding: draw.hex(count: count), as: UTF8.self)
    }

    /// A parameter that is not empty: of the call's own URL, or of the request's query or form.
    private static func parameter(_ name: StaticString, _ call: Call, _ context: AnswerContext) -> String? {
        if let url = call.fields[GraphAPI.Field.relativeURL], let mark = url.firstIndex(of: UInt8(ascii: "?")) {
            var fields = QueryFields(url, mark + 1..<url.endIndex)
            while let field = fields.next() {
                guard QueryFields.decode(url[field.name]).elementsEqual("\(name)".utf8) else { continue }
                return String(decoding: QueryFields.decode(url[field.value]), as: UTF8.self)
            }
        }
        guard !call.isInGraphBatch, GraphParameters.mentions(name, context.request) else { return nil }
        let value = GraphParameters(context.request).value("\(name)")
        return value.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }
}
