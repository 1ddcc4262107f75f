internal import Bytes
internal import Catalogue
internal import JSONText

/// What was probably meant by a value of the wrong type, for hints: nil where nothing is known.
enum MeantValue {
    /// The object that a number, a text or a list stands for; `what` is what messages call it.
    static func object(_ node: JSONNode, _ vocabulary: Vocabulary, _ what: String) -> String? {
        let text = node.string
        let number = node.number?.int
        var meant: String?
        switch vocabulary.nounPhrase {
        case Vocabulary.reply.nounPhrase:
            if let number, (200...999).contains(number) {
                meant = "\"reply\": { \"status\": \(number) }"
            } else if text != nil {
                meant = "\"reply\": { \(ForeignWord.pair("text", node)) }"
            } else if node.elements != nil {
                meant = "\"reply\": { \(ForeignWord.pair("json", node)) }"
            }
        case Vocabulary.match.nounPhrase:
            let field = what.hasPrefix("\"") ? "\(what): " : ""
            if let text, text.hasPrefix("/") { meant = "\(field){ \(ForeignWord.urlFields(text)) }" }
        case Vocabulary.rateLimit.nounPhrase: meant = rateLimit(node)
        case Vocabulary.atOnceLimit.nounPhrase:
            if let number, number > 0 { meant = "\"atOnce\": { \"allow\": \(number) }" }
        case Vocabulary.scenario.nounPhrase:
            if node.elements != nil { meant = "{ \"rules\": [ … ] }" }
        default: break
        }
        return meant.map { "it is \($0)" }
    }

    /// A number in quotes.
    static func number(_ node: JSONNode) -> String? {
        node.string.flatMap { Int($0) }.map { "a number has no quotes: \($0)" }
    }

    /// A list of one element, which stands alone.
    static func list(of node: JSONNode, named name: String) -> String? {
        guard node.members?.isEmpty == false else { return nil }
        return "it is \"\(name)\": [\(ForeignWord.shown(node))]"
    }

    /// Several paths.
    static func paths(_ node: JSONNode) -> String? {
        guard let nodes = node.elements, !nodes.isEmpty, nodes.allSatisfy({ $0.string != nil }) else { return nil }
        let paths = nodes.map { "{ \(ForeignWord.pair("path", $0)) }" }
        return nodes.count > 4
            ? "it is \"any\": [\(paths[0]), … ]" : "it is \"any\": [\(paths.joined(separator: ", "))]"
    }

    /// `5` and `"5/s"`.
    private static func rateLimit(_ node: JSONNode) -> String? {
        if let number = node.number?.int, number > 0 {
            return "\"rateLimit\": { \"allow\": \(number), \"per\": \"1s\" }"
        }
        let parts = node.string?.split(separator: "/") ?? []
        guard parts.count == 2, let count = Int(parts[0]), count > 0,
            let span = durationText("1 " + parts[1])
        else { return nil }
        return "\"rateLimit\": { \"allow\": \(count), \"per\": \"\(span)\" }"
    }

    /// The fields of a query, of cookies, of headers in one text; headers in a list are asked for.
    static func fields(_ node: JSONNode, _ what: String) -> String? {
        if let names = node.elements?.compactMap({ $0.string }), names.count == node.elements?.count, !names.isEmpty {
            let tests = names.prefix(4).map { "\(ForeignWord.quoted($0)): { \"exists\": true }" }
            return "it is \(what): { \(tests.joined(separator: ", "))\(names.count > 4 ? ", …" : "") }"
        }
        guard let text = node.string else { return nil }
        switch what {
        case "\"query\"": return "it is \(what): \(ForeignWord.query(text.first == "?" ? text.dropFirst() : text[...]))"
        case "\"form\"": return "it is \(what): \(ForeignWord.query(text[...]))"
        case "\"cookies\"": return "it is \(what): \(ForeignWord.query(text[...], separator: ";"))"
        default:
            let name = text.prefix { $0 != ":" }
            let value = text.dropFirst(name.count + 1).drop { $0 == " " }
            let test = value.isEmpty ? "{ \"exists\": true }" : ForeignWord.quoted(String(value))
            return text.utf8.count <= 60 && !name.isEmpty
                ? "it is \(what): { \(ForeignWord.quoted(String(name))): \(test) }" : nil
        }
    }
}

// MARK: - Times
extension MeantValue {
    /// A number, which is of milliseconds or, if it is small, possibly of seconds; or a duration in other words.
    static func duration(_ node: JSONNode) -> String? {
        if let count = node.number?.int ?? node.string.flatMap({ Int($0) }), (1..<100).contains(count) {
            return "it is \"\(count)s\" or \"\(count)ms\""
        }
        return ForeignWord.duration(node).map { "it is \"\($0)\"" }
    }

    /// `2 seconds`, `500`: a number alone is of milliseconds.
    static func durationText(_ text: String) -> String? {
        if case .success = DurationText.nanoseconds(text) { return text }
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
        if unit.isEmpty, let count = Int(number) { return ForeignWord.milliseconds(count) }
        guard let short = units.first(where: { $0.words.contains(unit) })?.unit else { return nil }
        let meant = String(number) + short
        if case .success = DurationText.nanoseconds(meant) { return meant }
        return nil
    }

    private static let units = [
        (unit: "us", words: ["us", "usec", "microsecond", "microseconds"]),
        (unit: "ms", words: ["ms", "msec", "msecs", "milli", "millis", "millisecond", "milliseconds"]),
        (unit: "s", words: ["s", "sec", "secs", "second", "seconds"]),
        (unit: "m", words: ["m", "min", "mins", "minute", "minutes"]),
        (unit: "h", words: ["h", "hr", "hrs", "hour", "hours"]),
    ]

    /// A delay within a range in one text: `1-2s`.
    static func uniform(_ node: JSONNode) -> String? {
        guard let text = node.string, let dash = text.dropFirst().firstIndex(of: "-") else { return nil }
        let longest = text[text.index(after: dash)...].drop { $0 == " " }
        let shortest = text[..<dash].prefix { $0 != " " }
        let unit = longest.drop { $0.isNumber || $0 == "." }
        let hasUnit = shortest.contains { $0.isLetter }
        guard let from = durationText(String(hasUnit ? shortest : shortest + unit)),
            let to = durationText(String(longest))
        else { return nil }
        return "{ \"uniform\": [\"\(from)\", \"\(to)\"] }"
    }
}
