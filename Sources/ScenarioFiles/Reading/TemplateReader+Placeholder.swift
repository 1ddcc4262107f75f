internal import Bytes
internal import JSONText
internal import Rules
internal import Wire

/// Parses the text between double braces.
extension TemplateReader {
    private static let sources: [String: Placeholder.Source] = [
        "request.method": .method, "request.target": .target, "request.rawTarget": .rawTarget, "request.body": .body,
        "hit": .hit, "uuid": .uuid,
        "url": .url, "request.json": .json(JSONPointer([])), "request.path": .path,
    ]
    /// Prefixes of placeholders that have a name after a dot.
    private static let prefixes = [
        "request.path", "request.query", "request.headers", "request.cookies", "request.form", "variables", "hex",
        "now",
    ]
    /// Prefixes of an earlier form of the language, with today's.
    private static let earlierPrefixes = [
        "request.header": "request.headers", "request.cookie": "request.cookies", "variable": "variables",
    ]

    func placeholder(_ text: String, _ use: Use, _ range: () -> Range<Int>) -> Placeholder? {
        var (body, form) = (text, Placeholder.Form.value)
        for (word, own) in [("json ", Placeholder.Form.json), ("text ", .text)] where text.hasPrefix(word) {
            (body, form) = (String(text.dropFirst(word.count)), own)
        }
        let (unshifted, shift) = shift(body)
        guard let source = source(unshifted, use, range) else { return nil }
        let placeholder = Placeholder(source: source, number: placeholderCount, form: form, shift: shift)
        placeholderCount += 1
        if placeholder.readsBody { rule?.readsBody = true }
        return placeholder
    }

    /// What can have an integer shift at its end.
    private static let shifted = ["request.query.", "request.path.", "request.path[", "request.json", "variables."]

    /// The text without the integer shift at its end, such as `+1`, if it has one.
    private func shift(_ text: String) -> (text: String, shift: Int64?) {
        guard text.hasPrefix("hit") || Self.shifted.contains(where: { text.hasPrefix($0) }),
            let sign = text.utf8.lastIndex(where: { !(0x30...0x39).contains($0) }),
            text.utf8[sign] == UInt8(ascii: "+") || text.utf8[sign] == UInt8(ascii: "-"),
            let shift = Int64(text[sign...])
        else { return (text, nil) }
        // A name that ends so is what it says.
        if text.hasPrefix("variables."), fileReader.variableNumbers[String(text.dropFirst("variables.".count))] != nil {
            return (text, nil)
        }
        if text.hasPrefix("request.path."), rule?.pathNames[String(text.dropFirst("request.path.".count))] != nil {
            return (text, nil)
        }
        let rest = String(text[..<sign])
        return rest.hasSuffix(".") ? (text, nil) : (rest, shift)
    }

    private func source(_ text: String, _ use: Use, _ range: () -> Range<Int>) -> Placeholder.Source? {
        if text.utf8.first == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: " ") {
            unknown(text, range)
            return nil
        }
        if let today = Self.today(text) {
            error(range(), "unknown placeholder {{\(text.shown)}}", hint: "it is {{\(today.shown)}}")
            return nil
        }
        if text == "repeat" {
            if use == .chunk { return .repetition }
            error(
                range(), "{{repeat}} counts how often an item of \"chunks\" was sent, and stands in its text alone",
                hint: "{{hit}} counts the requests of the rule")
            return nil
        }
        if use != .answer, use != .chunk, !text.hasPrefix("variables.") {
            error(
                range(), "a value matcher has no {{\(text.shown)}}",
                hint: fileReader.variableNumbers[text] != nil
                    ? "did you mean {{variables.\(text.shown)}}?"
                    : "it can have {{variables.x}}; a literal {{ is written {{{{")
            return nil
        }
        if use == .journalMatcher {
            error(
                range(), "the journal does not tell what {{\(text.shown)}} was when a request came",
                hint: "a literal {{ is written {{{{")
            return nil
        }
        if let source = Self.sources[text] { return source }
        if text.hasPrefix("request.path[") { return numberedSegment(text, range) }
        if text.hasPrefix("request.json/") { return pointer(String(text.dropFirst("request.json".count)), range) }
        guard let prefix = Self.prefixes.first(where: { text.hasPrefix($0 + ".") }) else {
            unknown(text, range)
            return nil
        }
        let name = String(text.dropFirst(prefix.count + 1))
        if name.isEmpty {
            error(range(), "{{\(text)}} needs a name after the dot")
            return nil
        }
        switch prefix {
        case "request.path": return segment(name, range)
        case "request.query": return .query(Array(name.utf8))
        case "request.headers": return .header(name.utf8.map(\.asciiLowercased))
        case "request.cookies": return .cookie(Array(name.utf8))
        case "request.form": return .form(Array(name.utf8))
        case "variables": return variable(name, range).map { .variable($0) }
        case "hex":
            let isNumber = name.utf8.allSatisfy { (0x30...0x39).contains($0) }
            if isNumber, let count = Int(name), (1...1000).contains(count) { return .hex(count) }
            error(range(), "{{hex.16}} has a number of digits from 1 to 1000, not \"\(name.shown)\"")
            return nil
        default: return now(name, range)
        }
    }

    /// The text in today's form, if it has an earlier one.
    private static func today(_ text: String) -> String? {
        for (earlier, today) in earlierPrefixes where text.hasPrefix(earlier + ".") {
            return today + text.dropFirst(earlier.utf8.count)
        }
        return nil
    }

    private func unknown(_ text: String, _ range: () -> Range<Int>) {
        error(
            range(), "unknown placeholder {{\(text.shown)}}",
            hint: fileReader.showsMoreErrors ? hint(text) : nil)
    }

    /// What was probably meant by an unknown placeholder.
    private func hint(_ text: String) -> String? {
        let trimmed = text.trimmingBlanks
        if trimmed != text, isKnown(trimmed) { return "without blanks it is {{\(trimmed.shown)}}" }
        if fileReader.variableNumbers[trimmed] != nil { return "did you mean {{variables.\(trimmed.shown)}}?" }
        if trimmed.isEmpty { return "a literal {{ is written {{{{" }
        return ForeignPlaceholder.hint(trimmed, rule?.pathNames ?? [:]) ?? nearest(trimmed)
            ?? (trimmed == text ? nil : "a literal {{ is written {{{{")
    }

    /// Whether it has the form of a placeholder, whatever the name in it.
    private func isKnown(_ text: String) -> Bool {
        let text = text.hasPrefix("json ") || text.hasPrefix("text ") ? String(text.dropFirst(5)) : text
        if text.hasPrefix("request.path[") || text.hasPrefix("hit+") || text.hasPrefix("hit-") { return true }
        return Self.sources[text] != nil || text.hasPrefix("request.json/")
            || Self.prefixes.contains { text.hasPrefix($0 + ".") && text.utf8.count > $0.utf8.count + 1 }
    }

    private func nearest(_ text: String) -> String? {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        let count = text.hasPrefix("req") ? 2 : 1
        let prefix = parts.prefix(count).joined(separator: ".")
        let name = parts.dropFirst(count).joined(separator: ".")
        if !name.isEmpty, let nearest = EditDistance.nearest(to: prefix, among: Self.prefixes) {
            return "did you mean {{\(nearest).\(name.shown)}}?"
        }
        let all = Self.sources.keys.sorted() + Placeholder.TimeFormat.allCases.map { "now.\($0.rawValue)" }
        return EditDistance.nearest(to: text, among: all).map { "did you mean {{\($0)}}?" }
    }

    private func pointer(_ text: String, _ range: () -> Range<Int>) -> Placeholder.Source? {
        switch JSONPointer.parse(text) {
        case .success(let pointer): return .json(pointer)
        case .failure(let failure):
            error(range(), failure.message)
            return nil
        }
    }

    /// A segment of the path by its index, counted from 0.
    private func numberedSegment(_ text: String, _ range: () -> Range<Int>) -> Placeholder.Source? {
        let index = text.dropFirst("request.path[".count).dropLast()
        if text.hasSuffix("]"), index.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(index),
            number < 100
        {
            return .segment(number)
        }
        error(range(), "{{\(text.shown)}} has an index from 0 to 99", hint: "{{request.path[0]}} is the first segment")
        return nil
    }

    private func segment(_ name: String, _ range: () -> Range<Int>) -> Placeholder.Source? {
        let pathNames = rule?.pathNames ?? [:]
        // A segment by its index, as other tools count them, which no name resembles.
        if pathNames[name] == nil, name.first == "[" || Int(name) != nil {
            unknown("request.path." + name, range)
            return nil
        }
        if let number = pathNames[name] { return .segment(number) }
        error(
            range(), "the path of this rule has no segment {\(name.shown)}",
            hint: EditDistance.nearest(to: name, among: pathNames.keys.sorted()).map { "did you mean {\($0)}?" })
        return nil
    }

    private func now(_ text: String, _ range: () -> Range<Int>) -> Placeholder.Source? {
        let name = text.prefix { $0 != "+" && $0 != "-" }
        guard let format = Placeholder.TimeFormat(rawValue: String(name)) else {
            error(
                range(), "unknown placeholder {{now.\(text.shown)}}",
                hint: EditDistance.nearest(
                    to: String(name), among: Placeholder.TimeFormat.allCases.map(\.rawValue)
                ).map { "did you mean {{now.\($0)\(text.dropFirst(name.count).description.shown)}}?" }
                    ?? "it is {{now.iso}}, {{now.iso.s}}, {{now.http}}, {{now.epoch}} or {{now.ms}}")
            return nil
        }
        guard let sign = text.dropFirst(name.count).first else { return .now(format, offset: 0) }
        switch TimeShiftText.milliseconds(String(text.dropFirst(name.count + 1))) {
        case .success(let milliseconds): return .now(format, offset: sign == "-" ? -milliseconds : milliseconds)
        case .failure(let failure):
            error(range(), failure.message)
            return nil
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
