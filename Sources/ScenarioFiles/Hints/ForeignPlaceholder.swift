internal import Bytes
internal import JSONText

/// A placeholder as other mock tools write it, such as `{{request.body.id}}`, with ours.
package struct ForeignPlaceholder: Sendable {
    /// How a text is recognized.
    package enum Form: Sendable, Hashable {
        /// The whole text, or its first word: the name of a helper, which arguments follow.
        case word(String)
        /// The beginning of a text, up to a name: `request.body.`
        case prefix(String)
    }

    /// What follows the word or the prefix.
    struct Use {
        let name: String
        /// Positions of the named segments of the rule's path, counted from 0.
        let pathNames: [String: Int]
    }

    package let form: Form
    let answer: @Sendable (Use) -> String

    /// The hint for a text between braces, without blanks at its ends; nil if no tool is known to write it.
    static func hint(_ text: String, _ pathNames: [String: Int]) -> String? {
        let word = text.prefix { $0 != " " }
        let name = text.dropFirst(word.count).drop { $0 == " " }
        for row in all {
            switch row.form {
            case .word(let own) where own == word: return row.answer(Use(name: String(name), pathNames: pathNames))
            case .prefix(let own) where text.hasPrefix(own) && text != own:
                return row.answer(Use(name: String(text.dropFirst(own.count)), pathNames: pathNames))
            default: break
            }
        }
        return nil
    }
}

// MARK: - The table
extension ForeignPlaceholder {
    package static let all: [ForeignPlaceholder] =
        rows(
            prefixes: "request.body. request.json. request.jsonBody. request.data. req.body. body. json.",
            words: "body jsonPath", json)
        + rows(prefixes: "request.params. request.pathParams. req.params. params.", words: "urlParam", segment)
        + rows(prefixes: "request.pathSegments. request.pathSegments request.path.", numberedSegment)
        + rows(
            prefixes: "request.queryParams. request.queryParameters. request.queryStringParameters. req.query. query.",
            words: "queryParam", field("query"))
        + rows(prefixes: "req.headers. headers.", words: "header", field("headers"))
        + rows(prefixes: "req.cookies. cookies.", words: "cookie", field("cookies"))
        + rows(
            words: "toJson toJSON stringify",
            text(
                "{{json request.json/id}} is a value as JSON text; a JSON string that is nothing but a placeholder has its type"
            ))
        + rows(words: "formData", text("one field of a form is {{request.form.x}}"))
        + rows(words: "request.query request.queryParams req.query", field("query"))
        + rows(words: "request.headers req.headers", field("headers"))
        + rows(words: "request.cookies", field("cookies")) + rows(words: "request.form", field("form"))
        + rows(words: "request.params req.params", segment)
        + rows(
            words: "request.url request.uri request.originalUrl request.fullPath req.url",
            meant("request.target"))
        + rows(words: "method req.method", meant("request.method"))
        + rows(words: "bodyRaw req.body", meant("request.body"))
        + rows(
            words: "baseUrl baseURL request.baseUrl request.scheme request.port",
            text("{{url}} is scheme, host and port as the client wrote them"))
        + rows(words: "request.host hostname host", meant("request.headers.host"))
        + rows(
            prefixes: "state. vars. var. env. session. globals.", words: "getVar data",
            { "did you mean {{variables.\(name(of: $0) ?? "x")}}?" })
        + rows(
            words: "now date time isoTimestamp currentTime dateTimeShift formatDate",
            text(
                "it is {{now.iso}}, {{now.http}}, {{now.epoch}} or {{now.ms}}, each also with a shift: {{now.iso+30s}}")
        )
        + rows(words: "timestamp $timestamp", meant("now.epoch")) + rows(words: "$isoTimestamp", meant("now.iso"))
        + rows(words: "guid $guid $uuid $randomUUID randomUUID uuidv4", meant("uuid"))
        + rows(words: "objectId", meant("hex.24")) + rows(words: "randomValue", random)
        + rows(
            prefixes: "faker. $random",
            words: "faker random randomInt randomDecimal pickRandom oneOf int float boolean",
            text("what is drawn is {{uuid}} or {{hex.16}}"))
        + rows(words: "index counter requestCount", meant("hit"))
        + rows(
            prefixes: "# /", words: "else if",
            text("there are no conditions and loops: a rule for each case has an answer of its own"))
        + rows(
            words: "xPath soapXPath bodyXPath", text("{{request.body}} is the whole body, and there is none for XML"))

    private typealias Answer = @Sendable (Use) -> String

    /// Prefixes and words are separated by blanks.
    private static func rows(
        prefixes: String = "", words: String = "", _ answer: @escaping Answer
    ) -> [ForeignPlaceholder] {
        let forms =
            prefixes.split(separator: " ").map { Form.prefix(String($0)) }
            + words.split(separator: " ").map { Form.word(String($0)) }
        return forms.map { ForeignPlaceholder(form: $0, answer: answer) }
    }
}

// MARK: - Answers
extension ForeignPlaceholder {
    private static func text(_ text: String) -> Answer { { _ in text } }

    private static func meant(_ placeholder: String) -> Answer { { _ in "did you mean {{\(placeholder)}}?" } }

    /// The name in `.name`, `'name'`, `[name]` and `name.[0]`; nil if there is none.
    private static func name(of use: Use) -> String? {
        let marks = "'\"[]."
        let name = use.name.drop { marks.contains($0) }.prefix { !"'\"[] ".contains($0) }
        let trimmed = name.last == "." ? name.dropLast() : name
        return trimmed.isEmpty ? nil : String(trimmed).shown
    }

    private static func field(_ part: String) -> Answer {
        { use in
            name(of: use).map { "did you mean {{request.\(part).\($0)}}?" } ?? "one of them is {{request.\(part).x}}"
        }
    }

    /// A named segment of the path.
    private static func segment(_ use: Use) -> String {
        guard let name = name(of: use) else { return "a segment {id} of the match's path is {{request.path.id}}" }
        return use.pathNames[name] == nil
            ? "{{request.path.\(name)}} is it if the match's path names a segment {\(name)}"
            : "did you mean {{request.path.\(name)}}?"
    }

    /// A segment of the path by its index, counted from 0.
    private static func numberedSegment(_ use: Use) -> String {
        let index = name(of: use).flatMap { Int($0) }
        guard let name = use.pathNames.first(where: { $0.value == index })?.key else {
            return "a segment that the match's path names, such as {id}, is {{request.path.id}}"
        }
        return "did you mean {{request.path.\(name.shown)}}?"
    }

    /// A value in the JSON of the request: a path, which quotes may surround and `request.body` precede.
    private static func json(_ use: Use) -> String {
        let quoted = use.name.split(omittingEmptySubsequences: false) { $0 == "'" || $0 == "\"" }
        let path = quoted.count > 2 ? use.name.drop { $0 != "'" && $0 != "\"" }.dropFirst().dropLast() : use.name[...]
        switch JSONPathText.translate(String(path)) {
        case .pointer(let pointer) where !pointer.hasSuffix("/*") && !hasAny(pointer):
            return "did you mean {{request.json\(pointer.shown)}}?"
        default: return "a placeholder takes one value, such as {{request.json/items/0/id}}"
        }
    }

    private static func hasAny(_ pointer: String) -> Bool { pointer.split(separator: "/").contains("*") }

    /// `randomValue length=24 type='ALPHANUMERIC'`.
    private static func random(_ use: Use) -> String {
        if use.name.uppercased().split(whereSeparator: { "'\"= ".contains($0) }).contains("UUID") {
            return "did you mean {{uuid}}?"
        }
        let words = use.name.split { $0 == "=" || $0 == " " }
        let length = words.firstIndex(of: "length").flatMap { words.dropFirst($0 + 1).first }.flatMap { Int($0) }
        guard let length, (1...1000).contains(length) else { return "what is drawn is {{uuid}} or {{hex.16}}" }
        return "did you mean {{hex.\(length)}}?"
    }
}
