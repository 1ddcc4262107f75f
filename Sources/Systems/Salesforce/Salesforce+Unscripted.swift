internal import Bytes
internal import Catalogue
internal import Wire

extension Salesforce {
    /// Answers unscripted requests; nil outside of Salesforce's paths.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        let path = context.request.head[context.request.path]
        if path.elementsEqual(Self.tokenPath) { return token(context) }
        if path.elementsEqual(Self.revokePath) { return revocation(context) }
        if path.starts(with: Self.identityRoot) { return identity(context) }
        if path.elementsEqual(Self.userPath) { return userInformation(context) }
        if path.elementsEqual(Self.versionsPath) || path.elementsEqual(Self.versionsPath + [UInt8(ascii: "/")]) {
            return Self.versions
        }
        if path.starts(with: Self.soapRoot) { return soap(call, context) }
        let error = { SalesforceErrors.answer($0).reply(to: call, context.request) }
        if path.starts(with: Self.bulkRoot) {
            guard isLoggedIn(context) else { return error("INVALID_SESSION_ID") }
            return Self.notEmulated("the Bulk API 1.0").reply(to: call, context.request)
        }
        guard Self.roots.contains(where: { Self.isBelow($0, path) }) else { return nil }
        guard isLoggedIn(context) else { return error("INVALID_SESSION_ID") }
        if call.fields[Field.position] != nil { return part(call, in: context) }
        guard let resource = SalesforceResource(context.request) else { return error("NOT_FOUND") }
        let verb = Self.method(of: context.request)
        let query = context.request.query.map { context.request.head[$0] }
        return
            (resource.refusal(of: verb) ?? call.salesforceReadError?.answer
            ?? answer(verb, resource, asking: query, in: context))
            .reply(to: call, context.request)
    }

    /// The answer to one subrequest or record of a batch.
    private func part(_ call: Call, in context: AnswerContext) -> Reply {
        // It has none if its URL is not one of the API's.
        guard let resource = call.salesforceResource else { return SalesforceErrors.part("NOT_FOUND") }
        if resource.isOfRecords { return answer(toRecord: call, of: resource, in: context) }
        let verb = call.fields[Field.verb] ?? []
        if let refusal = resource.refusal(of: verb) { return refusal.part }
        let isOfComposite = call.fields[Field.reference] != nil
        return answer(verb, resource, asking: resource.query, isOfComposite: isOfComposite, in: context).part
    }

    static func notEmulated(_ what: String) -> SalesforceAnswer {
        SalesforceErrors.answer("NOT_FOUND", message: "\(what) is not emulated: a rule of the scenario can answer")
    }

    private static func isBelow(_ root: [UInt8], _ path: ArraySlice<UInt8>) -> Bool {
        guard path.starts(with: root) else { return false }
        let rest = path.dropFirst(root.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }

    /// Whether the request has the session's access token; always true unless `strict`.
    func isLoggedIn(_ context: AnswerContext) -> Bool {
        guard isStrict else { return true }
        guard let given = Self.token(context.request), let token = context.variable(tokenVariable) else {
            return false
        }
        return given.elementsEqual(token)
    }

    /// The token of the Authorization field, whose scheme is Bearer, or OAuth from older clients. The Bulk API 1.0 has
    /// a field of its own.
    private static func token(_ request: Request) -> ArraySlice<UInt8>? {
        if request.head[request.path].starts(with: bulkRoot), let field = request.first(bulkSession) {
            return request.head[field]
        }
        guard let field = request.first(authorization) else { return nil }
        let value = request.head[field]
        let scheme = value.prefix { $0 != UInt8(ascii: " ") }
        guard [bearerScheme, oauthScheme].contains(scheme.map(\.asciiLowercased)) else { return nil }
        return value.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") }
    }

    static let tokenPath = Array("/services/oauth2/token".utf8)
    static let revokePath = Array("/services/oauth2/revoke".utf8)
    static let identityRoot = Array("/id/".utf8)
    /// The Bulk API 1.0, of which only the refusal of a session is known.
    static let bulkRoot = Array("/services/async/".utf8)
    private static let bulkSession = Array("x-sfdc-session".utf8)
    private static let userPath = Array("/services/oauth2/userinfo".utf8)
    /// Paths that need a token, and are answered with the errors of the REST API.
    private static let roots = ["/services/data", "/services/apexrest"].map { Array($0.utf8) }
    private static let authorization = Array("authorization".utf8)
    private static let bearerScheme = Array("bearer".utf8)
    private static let oauthScheme = Array("oauth".utf8)
}
