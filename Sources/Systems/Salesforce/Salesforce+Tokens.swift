internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The OAuth endpoints: token, revoke, identity.
extension Salesforce {
    /// Grant types whose answer has a refresh token, and those whose answer has none.
    private static let grantsWithRefreshToken = ["authorization_code", "hybrid_auth_code", "password", "device"]
    private static let grantsWithoutRefreshToken = [
        "refresh_token", "hybrid_refresh", "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "urn:ietf:params:oauth:grant-type:saml2-bearer", "urn:ietf:params:oauth:grant-type:token-exchange",
    ]

    /// Answers with an access token: the value of the session's variable, or a seeded one.
    func token(_ context: AnswerContext) -> Reply {
        let request = context.request
        guard request.head[request.method].elementsEqual("POST".utf8) else {
            return SalesforceOAuth.reply("invalid_request", "must use HTTP POST")
        }
        guard let given = Self.parameter("grant_type", request) else {
            return SalesforceOAuth.reply("invalid_request", "missing required parameter: grant_type")
        }
        let grant = String(decoding: given, as: UTF8.self)
        guard Self.grantsWithRefreshToken.contains(grant) || Self.grantsWithoutRefreshToken.contains(grant) else {
            return SalesforceOAuth.reply("unsupported_grant_type", "grant type not supported")
        }
        var draw = context.draw()
        _ = draw.hex(count: 80)
        let url = Self.url(of: request)
        var members: [(String, JSONValue)] = [
            ("access_token", .string(accessToken(context))),
            ("signature", .string(Self.text(Base64.encode(draw.hex(count: 32))))),
            ("scope", .string("refresh_token api id")),
            ("instance_url", .string(url)),
            ("id", .string(url + Self.identityPath)),
            ("token_type", .string("Bearer")),
            ("issued_at", .string(String(context.wallMilliseconds))),
        ]
        if Self.grantsWithRefreshToken.contains(grant) {
            members.insert(("refresh_token", .string("5Aep861" + Self.text(draw.hex(count: 40)))), at: 1)
        }
        return SalesforceOAuth.notCacheable(Self.json(200, JSONValue.object(members).bytes()))
    }

    /// The session's access token: the value of its variable, or a seeded one.
    func accessToken(_ context: AnswerContext) -> String {
        if let token = context.variable(tokenVariable) { return Self.text(token) }
        var draw = context.draw()
        return "00D000000000001!" + Self.text(draw.hex(count: 80))
    }

    /// Answers 200 without a body if a token is named; if `strict`, only the session's token is valid.
    func revocation(_ context: AnswerContext) -> Reply {
        guard let token = Self.parameter("token", context.request), !token.isEmpty else {
            return SalesforceOAuth.reply("unsupported_token_type", "this token type is not supported")
        }
        if isStrict, context.variable(tokenVariable) != token {
            return SalesforceOAuth.reply("invalid_token", "the token is not valid")
        }
        return Reply(ResponseHead(status: 200))
    }

    /// Answers with the claims about the user, as OpenID Connect has them.
    func userInformation(_ context: AnswerContext) -> Reply {
        guard isLoggedIn(context) else { return SalesforceOAuth.badTokenReply() }
        let members: [(String, JSONValue)] = [
            ("sub", .string(Self.url(of: context.request) + Self.identityPath)), ("user_id", .string(Self.user)),
            ("organization_id", .string(Self.organization)), ("preferred_username", "ada@example.com"),
            ("name", "Ada Lovelace"), ("email", "ada@example.com"), ("email_verified", true), ("active", true),
        ]
        return Self.json(200, JSONValue.object(members).bytes())
    }

    /// Answers with the identity of the user.
    func identity(_ context: AnswerContext) -> Reply {
        guard isLoggedIn(context) else { return SalesforceOAuth.badTokenReply() }
        let url = Self.url(of: context.request)
        let members: [(String, JSONValue)] = [
            ("id", .string(url + Self.identityPath)), ("asserted_user", true), ("user_id", .string(Self.user)),
            ("organization_id", .string(Self.organization)), ("username", "ada@example.com"),
            ("display_name", "Ada Lovelace"), ("active", true),
        ]
        return Self.json(200, JSONValue.object(members).bytes())
    }

    /// A parameter of the form, or else of the query.
    static func parameter(_ name: String, _ request: Request) -> [UInt8]? {
        FormFields.value(of: name, in: request.body, request.body.indices)
            ?? request.query.flatMap { FormFields.value(of: name, in: request.head, $0) }
    }

    /// Scheme, host and path prefix of the request, so that the URLs in an answer lead to the same session.
    static func url(of request: Request) -> String {
        let host = (request.authority ?? request.first(Array("host".utf8))).map { request.text($0) } ?? "localhost"
        return "\(request.scheme.prefix)\(host)\(request.text(request.pathPrefix))"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    static let organization = "00D000000000001EAA"
    static let user = "005000000000001AAA"
    static let identityPath = "/id/\(organization)/\(user)"
}
