internal import Bytes
internal import JSONText

/// Text in a match that is probably meant as a regular expression or as a comparison, and would be compared as it
/// stands. Nothing is guessed where the text may as well be meant as it is.
enum ExpressionText {
    /// Longer texts are not searched.
    private static let longest = 200

    /// The value matcher that was probably meant, in JSON: `{ "search": "curl.*", "ignoreCase": true }`.
    static func matcher(_ bytes: [UInt8]) -> String? {
        guard (2...longest).contains(bytes.count), bytes.contains(where: { Self.marks.contains($0) }),
            Placeholders.firstBraces(in: bytes) == nil, !bytes.contains(UInt8(ascii: "\n"))
        else { return nil }
        let text = bytes.text[...]
        return comparison(bytes) ?? delimited(text) ?? named(text) ?? anchored(text) ?? bare(text) ?? prefixed(text)
    }

    /// `>=5`, `> 100`; but `<3` is a heart.
    static func comparison(_ bytes: [UInt8]) -> String? {
        let tests = [(">=", "atLeast"), ("<=", "atMost"), (">", "above"), ("<", "below")]
        guard bytes.count <= longest, let test = tests.first(where: { bytes.starts(with: $0.0.utf8) }) else {
            return nil
        }
        let bound = bytes.dropFirst(test.0.utf8.count).drop { $0 == UInt8(ascii: " ") }
        guard case .success(let node) = JSONParser.parse(Array(bound)), let number = node.number else { return nil }
        if bytes.elementsEqual("<3".utf8) { return nil }
        return "{ \"\(test.1)\": \(number.text) }"
    }

    private static let marks = Set("*+^$\\<>:".utf8)

    /// `/curl.*/i`
    private static func delimited(_ text: Substring) -> String? {
        guard text.first == "/", let end = text.lastIndex(of: "/"), end > text.startIndex else { return nil }
        let inner = text[..<end].dropFirst()
        let flags = text[end...].dropFirst()
        guard isExpression(inner), flags.allSatisfy({ "gimsuy".contains($0) }) else { return nil }
        return search(inner, ignoreCase: flags.contains("i"))
    }

    /// `regex:.*`, `~^a.+z$`, `=~ a.*`
    private static func named(_ text: Substring) -> String? {
        if let name = ["regex:", "regexp:"].first(where: { text.hasPrefix($0) }) {
            let expression = text.dropFirst(name.count).drop { $0 == " " }
            return expression.isEmpty ? nil : whole(expression)
        }
        let inner = text.drop { $0 == "=" }
        // `~/.*` is a path, and `~1.*` a range of versions.
        guard inner.first == "~", let next = inner.dropFirst().first, next != "/", !next.isNumber else { return nil }
        let ignoresCase = inner.hasPrefix("~*")
        let expression = inner.dropFirst(ignoresCase ? 2 : 1).drop { $0 == " " }
        return isExpression(expression) ? search(expression, ignoreCase: ignoresCase) : nil
    }

    /// `^Bearer .*$`; but `^1.2.3` is a range of versions.
    private static func anchored(_ text: Substring) -> String? {
        let isAnchored = text.first == "^" || text.last == "$"
        let isWhole = text.count > 2 && text.first == "^" && text.last == "$"
        if !isWhole, text.first == "^", text.dropFirst().first?.isNumber == true { return nil }
        return isWhole || isAnchored && hasOperators(text) ? search(text, ignoreCase: false) : nil
    }

    /// `[0-9]+`, `.*curl`; but `charge.*`, `*.*` and `1.*` are also patterns of events, file names and versions.
    private static func bare(_ text: Substring) -> String? {
        if hasClass(text) || hasEscape(text, quantified: true) { return whole(text) }
        return text.hasPrefix(".*") || text.hasSuffix(" .*") || text.hasSuffix(".+") ? whole(text) : nil
    }

    /// `Bearer *`
    private static func prefixed(_ text: Substring) -> String? {
        let before = text.dropLast()
        guard ["Bearer *", "Basic *", "Digest *", "Token *"].contains(text) else { return nil }
        return "{ \(pair("startsWith", before)) }"
    }
}

// MARK: - Expressions
extension ExpressionText {
    /// Whether the path is certainly an expression: `/users/[0-9]+`, `/(a|b)`, `^/users`.
    static func isPath(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(where: { Self.pathMarks.contains($0) }) else { return false }
        let text = bytes.text[...]
        return hasOperators(text) || text.hasPrefix("^/")
    }

    private static let pathMarks = Set("*+^$\\[(".utf8)

    /// Whether a text between delimiters is an expression.
    private static func isExpression(_ text: Substring) -> Bool {
        text.count > 1 && (hasOperators(text) || text.first == "^" || text.last == "$")
    }

    /// Whether it has what only an expression has.
    private static func hasOperators(_ text: Substring) -> Bool {
        has(".*", text) || has(".+", text) || hasClass(text) || hasEscape(text, quantified: false)
            || hasAlternatives(text)
    }

    private static func has(_ part: String, _ text: Substring) -> Bool {
        ByteSearch(Array(part.utf8)).isFound(in: Array(text.utf8)[...])
    }

    /// `[0-9]`, `[^/]`, `[abc]+`
    private static func hasClass(_ text: Substring) -> Bool {
        var rest = text
        while let start = rest.firstIndex(of: "[") {
            guard let end = rest[start...].firstIndex(of: "]") else { return false }
            let members = rest[start..<end].dropFirst()
            rest = rest[end...].dropFirst()
            let isRange = ["0-9", "a-z", "A-Z", "a-f", "A-F", "1-9"].contains { has($0, members) }
            let isQuantified = rest.first.map { "+*{".contains($0) } ?? false
            if !members.isEmpty, isRange || isQuantified { return true }
        }
        return false
    }

    /// `\d`, `\w`, `\.`; quantified, `\d+`: a backslash alone is also in the names of files.
    private static func hasEscape(_ text: Substring, quantified: Bool) -> Bool {
        var rest = text
        while let start = rest.firstIndex(of: "\\") {
            rest = rest[start...].dropFirst()
            guard let letter = rest.popFirst() else { return false }
            if !quantified, "dDwWsSb./$^?".contains(letter) { return true }
            if "dDwWsS".contains(letter), rest.first.map({ "+*{".contains($0) }) ?? false { return true }
        }
        return false
    }

    /// `(a|b)`
    private static func hasAlternatives(_ text: Substring) -> Bool {
        guard let start = text.firstIndex(of: "("), let end = text[start...].firstIndex(of: ")") else { return false }
        return text[start..<end].contains("|")
    }
}

// MARK: - Matchers
extension ExpressionText {
    /// The matcher for an expression that is found anywhere in a text, unless it has anchors.
    private static func search(_ expression: Substring, ignoreCase: Bool) -> String {
        let options = ignoreCase ? ", \"ignoreCase\": true" : ""
        guard expression.first == "^" else { return "{ \(pair("search", expression))\(options) }" }
        let rest = expression.dropFirst()
        if rest.last == "$" { return whole(rest.dropLast(), options) }
        if isLiteral(rest) { return "{ \(pair("startsWith", rest))\(options) }" }
        return rest.hasSuffix(".*") ? whole(rest, options) : "{ \(pair("search", expression))\(options) }"
    }

    /// The matcher for an expression of a whole text.
    private static func whole(_ expression: Substring, _ options: String = "") -> String {
        let expression = expression.first == "^" ? expression.dropFirst() : expression
        let starts = expression.hasPrefix(".*")
        let ends = expression.hasSuffix(".*")
        let middle = expression.dropFirst(starts ? 2 : 0).dropLast(ends ? 2 : 0)
        guard !middle.isEmpty, isLiteral(middle) else { return "{ \(pair("matches", expression))\(options) }" }
        let test = starts ? ends ? "contains" : "endsWith" : ends ? "startsWith" : "equals"
        return "{ \(pair(test, middle))\(options) }"
    }

    private static func isLiteral(_ text: Substring) -> Bool {
        !text.isEmpty && !text.contains { "\\.+*?()[]{}|^$".contains($0) }
    }

    private static func pair(_ name: String, _ text: Substring) -> String {
        ForeignWord.pair(name, JSONNode(range: 0..<0, value: .string(Array(text.utf8))))
    }
}
