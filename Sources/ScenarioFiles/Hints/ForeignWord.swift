internal import Bytes
internal import Catalogue
internal import JSONText

/// A word of another mock tool that stands where a scenario has a field, with what to write in its place: whoever comes
/// from that tool should not have to search for it. The table is in `ForeignWord+Table.swift`.
package struct ForeignWord: Sendable {
    /// A hint, for the member with the word, among all members of its object.
    typealias Answer = @Sendable (_ member: JSONMember, _ members: [JSONMember]) -> String

    /// The object, as messages call it: "a match".
    package let object: String
    package let word: String
    /// The fields that are not missed if the word is there.
    let meant: [String]
    let answer: Answer

    private static let byObject = Dictionary(
        grouping: all, by: \.object
    ).mapValues { Dictionary($0.map { ($0.word, $0) }, uniquingKeysWith: { first, _ in first }) }

    static func find(_ word: String, in vocabulary: Vocabulary) -> ForeignWord? {
        byObject[vocabulary.nounPhrase]?[word]
    }
}

// MARK: - Answers
extension ForeignWord {
    /// Another field with the same value.
    static func field(_ name: String) -> Answer { { member, _ in "it is \(pair(name, member.value))" } }

    /// Another field, whose value is not the same.
    static func name(_ name: String) -> Answer { text("it is \"\(name)\"") }

    static func text(_ text: String) -> Answer { { _, _ in text } }

    /// A field with the opposite boolean.
    static func opposite(_ name: String) -> Answer {
        { member, _ in "it is \"\(name)\": \(member.value.bool.map { !$0 } ?? false)" }
    }

    /// A field in an object of another name.
    static func field(_ name: String, in object: String) -> Answer {
        { member, _ in "it is \"\(object)\": { \(pair(name, member.value)) }" }
    }

    /// A field of a match that stands in a rule.
    static func inMatch(_ name: String) -> Answer {
        { member, _ in "it belongs in \"match\": { \(pair(name, member.value)) }" }
    }

    /// A part of a reply that stands in a step; `name` is its name in the reply.
    static func partOfReply(_ name: String) -> Answer {
        { member, members in inReplyOrWith(name, member.value, members) }
    }

    /// A body that stands in a step.
    static func bodyInStep(_ member: JSONMember, _ members: [JSONMember]) -> String {
        let body = body(of: member.value)
        let isText = members.contains { $0.name == "fail" } && body.name == "text"
        return inReplyOrWith(isText ? "message" : body.name, body.value, members)
    }

    private static func inReplyOrWith(_ name: String, _ value: JSONNode, _ members: [JSONMember]) -> String {
        guard let fail = members.first(where: { $0.name == "fail" }) else {
            return "it belongs in \"reply\": { \(pair(name, value)) }"
        }
        if ["status", "headers", "message"].contains(name) {
            return "it belongs in \"with\": { \(pair(name, value)) }"
        }
        // A failure has a body of its own.
        let code =
            fail.value.number?.text ?? fail.value.string.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let status = code.flatMap { Int($0) }.flatMap { (200...999).contains($0) ? "\"status\": \($0), " : nil } ?? ""
        return "a body of one's own is \"reply\": { \(status)\(pair(name, value)) }, without \"fail\""
    }

    /// A body in a reply.
    static func bodyInReply(_ member: JSONMember, _: [JSONMember]) -> String {
        let body = body(of: member.value)
        return "it is \(pair(body.name, body.value))"
    }

    /// The field for a body, with its value: text that is an object or a list of JSON is meant as that.
    private static func body(of node: JSONNode) -> (name: String, value: JSONNode) {
        guard let text = node.utf8 else { return ("json", node) }
        guard case .success(let json) = JSONParser.parse(text), json.members != nil || json.elements != nil else {
            return ("text", node)
        }
        return ("json", json)
    }

    /// A delay, which is in milliseconds if it has no unit.
    static func delay(_ member: JSONMember, _: [JSONMember]) -> String { "it is \(delayField(member))" }

    static func delayBesideReply(_ member: JSONMember, _: [JSONMember]) -> String {
        "\(delayField(member)) stands beside \"reply\", not in it"
    }

    static func delayField(_ member: JSONMember) -> String {
        if let uniform = member.value.members.flatMap({ uniform($0) }) { return "\"delay\": { \(uniform) }" }
        return "\"delay\": \"\(duration(member.value) ?? "250ms")\""
    }

    static func duration(_ node: JSONNode) -> String? {
        if let text = node.string { return MeantValue.durationText(text) }
        return node.number?.int.map { milliseconds($0) }
    }

    static func milliseconds(_ count: Int) -> String {
        count > 0 && count % 1000 == 0 ? "\(count / 1000)s" : "\(max(0, count))ms"
    }

    /// The time between requests of a client.
    static func gap(_ member: JSONMember, _: [JSONMember]) -> String {
        "it is \"gap\": { \"atLeast\": \"\(duration(member.value) ?? "1s")\" }"
    }

    /// Retries, of which requests are one more.
    static func requestsOfRetries(_ member: JSONMember, _: [JSONMember]) -> String {
        let retries = member.value.number?.int.flatMap { (0..<1_000_000_000).contains($0) ? $0 : nil } ?? 1
        return "it is \"requests\": \(retries + 1), the first one and its retries"
    }

    /// A share of requests, as 0.3 or as 30.
    static func chance(_ member: JSONMember, _: [JSONMember]) -> String {
        var (share, rest) = (1, 9)
        if let given = member.value.number?.double ?? member.value.string.flatMap({ Double($0) }),
            given > 0, given < 100, given != 1
        {
            let thousandths = Int((given < 1 ? given * 1000 : given * 10).rounded())
            if (1..<1000).contains(thousandths) { (share, rest) = reduced(thousandths, 1000 - thousandths) }
        }
        return "chance is \"choose\": [{ \"weight\": \(share), … }, { \"weight\": \(rest), … }]"
    }

    private static func reduced(_ a: Int, _ b: Int) -> (Int, Int) {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        return (a / x, b / x)
    }

    /// A failure, by a name of ours or of other tools.
    static func failure(_ member: JSONMember, _: [JSONMember]) -> String {
        guard let name = member.value.string else {
            if let answer = failure(ofError: member.value) { return answer }
            if let number = member.value.number?.int { return "it is \"fail\": \(number)" }
            return "it is \"fail\" with a failure's name, such as \"tcp/reset\""
        }
        if case .failures(let names)? = FailureIndex.foreign[name] { return "it is \"fail\": \"\(names[0])\"" }
        return name.utf8.contains(UInt8(ascii: "/"))
            ? "it is \"fail\": \"\(name.shown)\"" : "it is \"fail\" with a failure's name, such as \"tcp/reset\""
    }

    /// The failure of an error as a system sends it: `{ "code": -32000, "message": "busy" }`.
    static func failure(ofError node: JSONNode) -> String? {
        guard let code = node["code"]?.number else { return nil }
        let message = node.member("message").map { ", \"with\": { \(pair("message", $0.value)) }" }
        return "it is \"fail\": \(code.text)\(message ?? "")"
    }

    /// A URL, which is matched in two parts.
    static func url(_ member: JSONMember, _: [JSONMember]) -> String {
        "it is " + (urlFields(member) ?? "\"path\", and \"query\" for what follows a ?")
    }

    /// A URL that stands in a rule.
    static func urlOfMatch(_ member: JSONMember, _: [JSONMember]) -> String {
        "it belongs in \"match\": { \(urlFields(member) ?? "\"path\": …, \"query\": …") }"
    }

    private static func urlFields(_ member: JSONMember) -> String? { member.value.string.map { urlFields($0) } }

    /// Path and query, as the fields of a match.
    static func urlFields(_ url: String) -> String {
        let parts = urlParts(url[...])
        let path = "\"path\": \(quoted(parts.path.shown))"
        return parts.query.map { path + ", \"query\": \(query($0))" } ?? path
    }

    /// Path and query, without scheme, authority and fragment.
    private static func urlParts(_ url: Substring) -> (path: String, query: Substring?) {
        var rest = url.prefix { $0 != "#" }
        for scheme in ["http://", "https://"] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
        }
        let path = rest.prefix { $0 != "?" }
        let query = rest.dropFirst(path.count + 1)
        return ((path.hasPrefix("/") ? "" : "/") + String(path), query.isEmpty ? nil : query)
    }

    /// The object for the text of a query, or of another list of fields.
    static func query(_ text: Substring, separator: Character = "&") -> String {
        let fields = text.split(separator: separator).map { field in
            let field = field.drop { $0 == " " }
            let name = field.prefix { $0 != "=" }
            return (decoded(name), decoded(field.dropFirst(name.count + 1)))
        }
        let all = fields.map { "\(quoted($0)): \(quoted($1))" }.joined(separator: ", ")
        return fields.isEmpty || fields.count > 4 || all.utf8.count > longest ? "{ … }" : "{ \(all) }"
    }

    private static func decoded(_ text: Substring) -> String { PercentCoding.decode(Array(text.utf8)[...]).text }

    static func queryField(_ member: JSONMember, _: [JSONMember]) -> String {
        guard let text = member.value.string else { return "it is \(pair("query", member.value))" }
        return "it is \"query\": \(query(text.first == "?" ? text.dropFirst() : text[...]))"
    }

    /// A regular expression for a path.
    static func pathExpression(_ member: JSONMember, _: [JSONMember]) -> String {
        let rule = "it is \"path\": { \"matches\": \"…\" }, or with {name} or * for a segment and ** for the rest"
        guard let template = member.value.string.flatMap({ pathTemplate($0) }) else { return rule }
        return "\(rule): \"path\": \"\(template.shown)\""
    }

    /// The template for an expression, in which every segment with an operator is any segment.
    static func pathTemplate(_ expression: String) -> String? {
        var text = expression[...]
        if text.hasPrefix("^") { text.removeFirst() }
        if text.hasPrefix("/^") { text = "/" + text.dropFirst(2) }
        if text.hasSuffix("$") { text.removeLast() }
        // The only slash that is not one of the path's.
        var segments = text.replacing(each: "[^/]", by: ".").split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count > 1, segments.removeFirst().isEmpty, !text.contains("?") else { return nil }
        let last = segments.count - 1
        return segments.enumerated().reduce(into: "") { path, segment in
            let isRest = segment.offset == last && [".*", "(.*)"].contains(segment.element)
            path += "/" + (isRest ? "**" : literal(segment.element) ?? "*")
        }
    }

    /// The text of a segment without operators; nil if it has any.
    private static func literal(_ segment: Substring) -> String? {
        let text = segment.replacing(each: "\\-", by: "-").replacing(each: "\\.", by: "\0")
        let isPlain = text.utf8.allSatisfy { $0 == 0 || $0 != UInt8(ascii: ".") && PercentCoding.isUnreserved($0) }
        return isPlain ? text.replacing(each: "\0", by: ".") : nil
    }
}

// MARK: - Values
extension ForeignWord {
    private static let longest = 60

    /// A member as it would be written; a value that is long, or an object, is left out.
    static func pair(_ name: String, _ node: JSONNode) -> String {
        if node.isNull { return "\"\(name)\"" }
        return "\"\(name)\": \(shown(node))"
    }

    static func shown(_ node: JSONNode) -> String {
        switch node.value {
        case .object(let members):
            if members.isEmpty { return "{}" }
            guard members.allSatisfy({ $0.value.members == nil && $0.value.elements == nil }) else { return "{ … }" }
            let all = members.map { pair($0.name, $0.value) }.joined(separator: ", ")
            return all.utf8.count <= longest ? "{ \(all) }" : "{ … }"
        case .array(let elements):
            guard elements.allSatisfy({ $0.members == nil && $0.elements == nil }) else { return "[…]" }
            let all = elements.map { shown($0) }.joined(separator: ", ")
            return all.utf8.count <= longest ? "[\(all)]" : "[…]"
        case .string(let bytes) where bytes.count > longest: return "\"…\""
        default: return JSONWriter.bytes(node).text
        }
    }

    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONWriter.string(text.utf8, into: &bytes)
        return bytes.text
    }
}
