/// What else a request must be like for a rule, beside its method and path. Values are value matchers as in a scenario:
/// a text, or `["contains": "x"]`, `["exists": false]`.
public struct Match: Sendable {
    private let keys: [String]
    private let value: JSON
    private let isOfRule: Bool

    private init(_ keys: String..., value: JSON, isOfRule: Bool = false) {
        (self.keys, self.value, self.isOfRule) = (keys, value, isOfRule)
    }

    public static func query(_ name: String, _ value: JSON) -> Match { Match("query", name, value: value) }
    public static func header(_ name: String, _ value: JSON) -> Match { Match("headers", name, value: value) }
    public static func cookie(_ name: String, _ value: JSON) -> Match { Match("cookies", name, value: value) }
    public static func form(_ name: String, _ value: JSON) -> Match { Match("form", name, value: value) }
    /// A value in the body's JSON: `.json("/items/*/sku", "X-1")`.
    public static func json(_ pointer: String, _ value: JSON) -> Match { Match("json", pointer, value: value) }
    /// The whole of the body's JSON.
    public static func json(_ value: JSON) -> Match { Match("json", value: ["equals": value]) }
    /// The whole body, as text.
    public static func body(_ value: JSON) -> Match { Match("body", value: value) }
    public static func method(_ value: JSON) -> Match { Match("method", value: value) }
    /// A pattern in place of a literal path: `.path(["matches": "/v[12]/orders"])`.
    public static func path(_ value: JSON) -> Match { Match("path", value: value) }
    /// A variable of the session at that moment.
    public static func variable(_ name: String, _ value: JSON) -> Match { Match("variables", name, value: value) }
    /// Any other field of a match: `target`, `multipart`, `host`, `not` and so on.
    public static func field(_ name: String, _ value: JSON) -> Match { Match(name, value: value) }

    /// The rule's name, in place of its method and path.
    public static func name(_ name: String) -> Match { Match("name", value: .string(name), isOfRule: true) }
    /// Another field of the rule, such as `atEnd`, `countBy`, `rateLimit` or `atOnce`.
    public static func rule(_ field: String, _ value: JSON) -> Match { Match(field, value: value, isOfRule: true) }

    /// Throws if it is there already: of two, one would be lost.
    func write(to match: inout JSON.Members, rule: inout JSON.Members) throws {
        let what = keys.joined(separator: " ")
        if isOfRule {
            guard rule[keys[0]] == nil else { throw Self.twice(what) }
            rule[keys[0]] = value
        } else if keys.count == 1 {
            guard match[keys[0]] == nil else { throw Self.twice(what) }
            match[keys[0]] = value
        } else {
            var fields = match[keys[0]]?.object ?? [:]
            guard fields[keys[1]] == nil else { throw Self.twice(what) }
            fields[keys[1]] = value
            match[keys[0]] = .object(fields)
        }
    }

    private static func twice(_ what: String) -> MishapError {
        MishapError("\(what) is given twice in a match; a value can be [\"all\": [\"a\", \"b\"]]")
    }

    /// A match alone, as an expectation has it.
    static func json(of conditions: [Match]) throws -> JSON {
        var (match, rule) = (JSON.Members(), JSON.Members())
        for condition in conditions { try condition.write(to: &match, rule: &rule) }
        if let name = rule.names.first {
            throw MishapError(
                "\"\(name)\" is of a rule, and not of a match; .rule(\"name\") expects something of a rule")
        }
        return .object(match)
    }
}
