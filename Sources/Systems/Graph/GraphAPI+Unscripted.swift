internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// Answers to unscripted requests, as those of a healthy system in which nothing is: tokens are handed out, whoever has one
/// is a user, edges have no objects, and an object that is asked for is missing. The errors are those of the failures.
extension GraphAPI {
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        switch GraphTokenEndpoints.answer(to: call, in: context) ?? Self.answer(to: call, in: context) {
        case .success(let reply): wrap(reply, for: call, in: context)
        case .failure(let error): error.template.reply(to: call, in: context)
        }
    }

    typealias Answer = Result<Reply, GraphRefusal>

    private static func answer(to call: Call, in context: AnswerContext) -> Answer {
        guard call.fields[Field.relativeURL] != nil else { return .failure(noURL) }
        let (node, edge) = (call.fields[Field.node], call.fields[Field.edge])
        let hasToken = GraphToken.isPresent(in: call, context.request)
        guard let node else { return edge == nil ? objects(call, context, hasToken) : .failure(noNode) }
        switch Kind(node) {
        case .user:
            return hasToken ? ofOwn(edge, user(call, context), call) : .failure(GraphRefusal(GraphToken.missing))
        case .adAccount(let id):
            guard hasToken else { return .failure(tokenNeeded) }
            return ofOwn(edge, json([("account_id", .string(id)), ("id", .string("act_" + id))]), call)
        case .object: return object(edge, call, hasToken)
        case .search: return search(edge, call, context, hasToken)
        case .alias: return .failure(edge.map { !isEdge($0) } ?? false ? unknownPath : missingAlias)
        }
    }

    /// What a node is by its name alone.
    private enum Kind {
        case user
        /// `act_123`.
        case adAccount(String)
        /// `123`, or `123_456`, a post of a page.
        case object
        case search, alias

        init(_ node: [UInt8]) {
            let prefix = "act_"
            func areDigits(_ text: ArraySlice<UInt8>) -> Bool {
                text.first != UInt8(ascii: "_")
                    && text.allSatisfy {
                        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
                    }
            }
            if node.elementsEqual("me".utf8) {
                self = .user
            } else if node.elementsEqual("search".utf8) {
                self = .search
            } else if areDigits(node[...]) {
                self = .object
            } else if node.starts(with: prefix.utf8), node.count > prefix.utf8.count,
                areDigits(node.dropFirst(prefix.utf8.count))
            {
                self = .adAccount(node.dropFirst(prefix.utf8.count).text)
            } else {
                self = .alias
            }
        }
    }

    // MARK: Objects

    /// An object that whoever asks has: it is read, its edges are empty, and what is posted to them gets an id.
    private static func ofOwn(_ edge: [UInt8]?, _ itself: Reply, _ call: Call) -> Answer {
        guard let edge else { return isReading(call) ? .success(itself) : .failure(missingObject) }
        guard isEdge(edge) else { return .failure(unknownPath) }
        if isReading(call) { return .success(emptyList) }
        let isDeleted = call.fields[Field.verb]?.elementsEqual("DELETE".utf8) == true
        return .success(isDeleted ? done : created)
    }

    /// An object that is not there. Its edges are read as those of a user are, since clients ask for the edges of pages
    /// whose ids they know.
    private static func object(_ edge: [UInt8]?, _ call: Call, _ hasToken: Bool) -> Answer {
        if let edge, isReading(call), !isEdge(edge) { return .failure(unknownPath) }
        guard hasToken else { return .failure(tokenNeeded) }
        return edge != nil && isReading(call) ? .success(emptyList) : .failure(missingObject)
    }

    /// Several objects by `ids`, none of which is there.
    private static func objects(_ call: Call, _ context: AnswerContext, _ hasToken: Bool) -> Answer {
        guard let ids = GraphParameters.value("ids", of: call, in: context) else { return .failure(missingObject) }
        guard !ids.isEmpty else { return .failure(RequiredParameter.ids.refusal) }
        guard hasToken else { return .failure(tokenNeeded) }
        var named = call
        named.fields[Field.node] = Array(ids.utf8)
        return .success(missingAlias.template.reply(to: named, in: context))
    }

    private static func search(
        _ edge: [UInt8]?, _ call: Call, _ context: AnswerContext, _ hasToken: Bool
    ) -> Answer {
        guard edge == nil else { return .failure(unknownPath) }
        // Places are searched around a point, without words.
        let isAsked = GraphParameters.value("q", of: call, in: context)?.isEmpty == false
        guard isAsked || GraphParameters.value("type", of: call, in: context) != nil else {
            return .failure(RequiredParameter.query.refusal)
        }
        return hasToken ? .success(emptyList) : .failure(tokenNeeded)
    }

    /// The user with the `fields` that are asked for, as far as there are any, and always the id.
    private static func user(_ call: Call, _ context: AnswerContext) -> Reply {
        guard let fields = GraphParameters.value("fields", of: call, in: context), !fields.isEmpty else {
            return person
        }
        var members: [(name: String, value: String)] = []
        for name in topLevel(fields) + ["id"] where !members.contains(where: { $0.name == name }) {
            if let detail = details.first(where: { $0.name == name }) { members.append(detail) }
        }
        return json(members.map { ($0.name, .string($0.value)) })
    }

    /// The names of a list that stand in no braces, as those of nested fields do.
    private static func topLevel(_ fields: String) -> [Substring] {
        var depth = 0
        return fields.split { character in
            depth += character == "{" ? 1 : character == "}" ? -1 : 0
            return character == "," && depth == 0
        }
    }

    private static let details: [(name: String, value: String)] = [
        ("id", "1"), ("name", "Ada Lovelace"), ("first_name", "Ada"), ("last_name", "Lovelace"),
        ("email", "ada@example.com"),
    ]

    private static func isReading(_ call: Call) -> Bool {
        call.fields[Field.verb].map { $0.elementsEqual("GET".utf8) || $0.elementsEqual("HEAD".utf8) } ?? true
    }

    private static func isEdge(_ edge: [UInt8]) -> Bool { GraphEdges.all.contains(edge) }

    // MARK: Answers

    private static func json(_ members: [(String, JSONValue)]) -> Reply { reply(JSONValue.object(members).bytes()) }

    private static let person = json([("id", "1"), ("name", "Ada Lovelace")])
    private static let emptyList = reply(Array(#"{"data":[]}"#.utf8))
    private static let created = GraphAPI().stockSuccess
    private static let done = reply(Array(#"{"success":true}"#.utf8))

    private static let noURL = GraphRefusal(
        GraphErrorTemplate(
            GraphError(
                code: 100,
                message: GraphMessage(exactly: "(#100) A request of a batch needs a method and a relative_url.")),
            status: 400))
    private static let noNode = GraphRefusal(form: "no-node", of: GraphCode(100))
    private static let tokenNeeded = GraphRefusal(GraphToken.needed)
    private static let unknownPath = GraphRefusal(code: GraphCode(2500))
    private static let missingObject = GraphRefusal(code: GraphCode(100, 33))
    private static let missingAlias = GraphRefusal(code: GraphCode(803))
}
