internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The endpoints by which SDKs get and inspect tokens: `oauth/access_token`, `debug_token` and `device/login`. They are
/// answered as a healthy server does; all values are drawn from the seed, or are those of the request.
enum GraphTokenEndpoints {
    /// The answer to a call of one of them; nil for any other call.
    static func answer(to call: Call, in context: AnswerContext) -> GraphAPI.Answer? {
        guard let node = call.fields[GraphAPI.Field.node] else { return nil }
        let edge = call.fields[GraphAPI.Field.edge]
        if node.elementsEqual("oauth".utf8), edge?.elementsEqual("access_token".utf8) == true {
            return accessToken(call, context)
        }
        if node.elementsEqual("debug_token".utf8), edge == nil { return inspection(call, context) }
        if node.elementsEqual("device".utf8), edge?.elementsEqual("login".utf8) == true {
            return .success(deviceLogin(context))
        }
        return nil
    }

    /// For an exchange, a renewal or a code a user's token, and for client credentials that of the app.
    private static func accessToken(_ call: Call, _ context: AnswerContext) -> GraphAPI.Answer {
        func given(_ name: StaticString) -> String? {
            GraphParameters.value(name, of: call, in: context).flatMap { $0.isEmpty ? nil : $0 }
        }
        let grant = given("grant_type")
        // The SDK for iOS renews its token by the token alone.
        if grant == "fb_extend_sso_token" { return .success(userToken(context)) }
        guard let app = given("client_id") else { return .failure(noClientID) }
        switch grant {
        case "client_credentials":
            return .success(
                json([("access_token", .string("\(app)|\(drawn(27, context))")), ("token_type", "bearer")]))
        case "fb_exchange_token":
            let isComplete = given("fb_exchange_token") != nil
            return isComplete ? .success(userToken(context)) : .failure(RequiredParameter.exchangedToken.refusal)
        case nil, "authorization_code":
            return given("code") == nil ? .failure(RequiredParameter.code.refusal) : .success(userToken(context))
        default: return .failure(.parameter)
        }
    }

    private static let noClientID = GraphRefusal(code: GraphCode(101))

    private static func userToken(_ context: AnswerContext) -> Reply {
        json([
            ("access_token", .string("EAA" + drawn(40, context))), ("token_type", "bearer"),
            ("expires_in", .int(lifetime)),
        ])
    }

    /// What `debug_token` tells of a token: a valid one of a user.
    private static func inspection(_ call: Call, _ context: AnswerContext) -> GraphAPI.Answer {
        guard GraphParameters.value("input_token", of: call, in: context)?.isEmpty == false else {
            return .failure(RequiredParameter.inputToken.refusal)
        }
        let now = context.wallMilliseconds / 1000
        return .success(
            json([
                (
                    "data",
                    .object([
                        ("app_id", "1"), ("type", "USER"), ("application", "Mishap"),
                        ("data_access_expires_at", .int(now + 90 * 86_400)), ("expires_at", .int(now + lifetime)),
                        ("is_valid", true), ("issued_at", .int(now)),
                        ("scopes", .array(["email", "public_profile"])), ("user_id", "1"),
                    ])
                )
            ]))
    }

    private static func deviceLogin(_ context: AnswerContext) -> Reply {
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
}
