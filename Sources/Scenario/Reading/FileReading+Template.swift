internal import Bytes
internal import JSONText
internal import Wire

/// Strings with placeholders.
extension FileReading {
    func template(_ node: JSONNode, _ what: String) -> TextTemplate? {
        guard let bytes = node.utf8 else {
            wrongType(node, what, "a string")
            return nil
        }
        return template(bytes, node.range)
    }

    /// The string put apart; nil where one of its placeholders is wrong, all of which are told.
    func template(_ bytes: [UInt8], _ range: Range<Int>) -> TextTemplate? {
        guard let first = Placeholders.firstBraces(in: bytes) else { return TextTemplate([.literal(bytes)]) }
        var template = TextTemplate([.literal(Array(bytes[..<first]))])
        if first == 0 { template = TextTemplate() }
        var isGood = true
        var index = first
        while index < bytes.count {
            switch bytes[index...].prefix(4).prefix(while: { $0 == UInt8(ascii: "{") }).count {
            case 4:
                template.append(.literal([UInt8(ascii: "{"), UInt8(ascii: "{")]))
                index += 4
            case 2, 3:
                let end = Placeholders.end(of: index, in: bytes)
                let place = self.place(index, end ?? index + 2, range)
                guard let end else {
                    error(place, "this placeholder is not closed by }}", hint: "a literal {{ is written {{{{")
                    return nil
                }
                if let placeholder = placeholder(Array(bytes[index + 2..<end - 2]).text, place) {
                    template.append(.text(placeholder))
                } else {
                    isGood = false
                }
                index = end
            default:
                template.append(.literal([bytes[index]]))
                index += 1
            }
        }
        return isGood ? template : nil
    }

    /// JSON whose strings may have placeholders: compact, with the order and the numbers of the file.
    func jsonTemplate(_ node: JSONNode) -> TextTemplate? {
        let bytes = JSONWriter.bytes(node)
        // Outside of strings JSON never has two opening braces in a row.
        if Placeholders.firstBraces(in: bytes) == nil { return TextTemplate([.literal(bytes)]) }
        var template = TextTemplate()
        return add(node, to: &template) ? template : nil
    }

    private func add(_ node: JSONNode, to template: inout TextTemplate) -> Bool {
        switch node.value {
        case .null, .bool, .number:
            template.append(.literal(JSONWriter.bytes(node)))
            return true
        case .string(let bytes):
            guard let string = self.template(bytes, node.range) else { return false }
            if let only = string.only {
                template.append(.json(only))
            } else {
                add(string, to: &template)
            }
            return true
        case .array(let elements):
            var isGood = true
            template.append(.literal([UInt8(ascii: "[")]))
            for (index, element) in elements.enumerated() {
                if index > 0 { template.append(.literal([UInt8(ascii: ",")])) }
                if !add(element, to: &template) { isGood = false }
            }
            template.append(.literal([UInt8(ascii: "]")]))
            return isGood
        case .object(let members):
            var isGood = true
            template.append(.literal([UInt8(ascii: "{")]))
            for (index, member) in members.enumerated() {
                if index > 0 { template.append(.literal([UInt8(ascii: ",")])) }
                if let name = self.template(Array(member.name.utf8), member.nameRange) {
                    add(name, to: &template)
                } else {
                    isGood = false
                }
                template.append(.literal([UInt8(ascii: ":")]))
                if !add(member.value, to: &template) { isGood = false }
            }
            template.append(.literal([UInt8(ascii: "}")]))
            return isGood
        }
    }

    /// Between quotes.
    private func add(_ string: TextTemplate, to template: inout TextTemplate) {
        template.append(.literal([UInt8(ascii: "\"")]))
        for piece in string.pieces {
            switch piece {
            case .literal(let bytes):
                var escaped: [UInt8] = []
                JSONWriter.escape(bytes, into: &escaped)
                template.append(.literal(escaped))
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                template.append(.escaped(placeholder))
            }
        }
        template.append(.literal([UInt8(ascii: "\"")]))
    }
}

// MARK: - Placeholders
extension FileReading {
    /// Where bytes of a string stand in the file.
    private func place(_ start: Int, _ end: Int, _ range: Range<Int>) -> Range<Int> {
        let first = StringPlaces.place(of: start, in: text.bytes, string: range)
        let last = StringPlaces.place(of: end, in: text.bytes, string: range)
        return first..<max(first, last)
    }

    private static let words: [String: Placeholder.Source] = [
        "request.method": .method, "request.target": .target, "request.body": .body, "hit": .hit, "uuid": .uuid,
        "url": .url, "request.json": .json(JSONPointer([])),
    ]
    /// What a name stands behind.
    private static let families = [
        "request.path", "request.query", "request.header", "request.cookie", "request.form", "variable", "hex", "now",
    ]

    private func placeholder(_ words: String, _ place: Range<Int>) -> Placeholder? {
        guard let source = source(words, place) else { return nil }
        let placeholder = Placeholder(source: source, number: placeholderCount)
        placeholderCount += 1
        if placeholder.readsBody { readsBody = true }
        return placeholder
    }

    private func source(_ words: String, _ place: Range<Int>) -> Placeholder.Source? {
        if let source = Self.words[words] { return source }
        if words.hasPrefix("request.json/") { return pointer(String(words.dropFirst("request.json".count)), place) }
        guard let family = Self.families.first(where: { words.hasPrefix($0 + ".") }) else {
            unknown(words, place)
            return nil
        }
        let name = String(words.dropFirst(family.count + 1))
        if name.isEmpty {
            error(place, "{{\(words)}} needs a name behind the point")
            return nil
        }
        switch family {
        case "request.path": return segment(name, place)
        case "request.query": return .query(Array(name.utf8))
        case "request.header": return .header(name.utf8.map(\.asciiLowercased))
        case "request.cookie": return .cookie(Array(name.utf8))
        case "request.form": return .form(Array(name.utf8))
        case "variable": return variable(name, place).map { .variable($0) }
        case "hex":
            if let count = Int(name), (1...1000).contains(count) { return .hex(count) }
            error(place, "{{hex.16}} has a number of digits from 1 to 1000, not \"\(name.shown)\"")
            return nil
        default: return now(name, place)
        }
    }

    private func unknown(_ words: String, _ place: Range<Int>) {
        let hint: String?
        let parts = words.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        let count = words.hasPrefix("req") ? 2 : 1
        let family = parts.prefix(count).joined(separator: ".")
        let name = parts.dropFirst(count).joined(separator: ".")
        if !name.isEmpty, let nearest = EditDistance.nearest(to: family, among: Self.families) {
            hint = "did you mean {{\(nearest).\(name.shown)}}?"
        } else {
            let all = Self.words.keys.sorted() + Placeholder.Moment.allCases.map { "now.\($0.rawValue)" }
            hint = EditDistance.nearest(to: words, among: all).map { "did you mean {{\($0)}}?" }
        }
        error(
            place, "unknown placeholder {{\(words.shown)}}",
            hint: hint ?? (words.isEmpty ? "a literal {{ is written {{{{" : nil))
    }

    private func pointer(_ text: String, _ place: Range<Int>) -> Placeholder.Source? {
        switch JSONPointer.parse(text) {
        case .success(let pointer): return .json(pointer)
        case .failure(let failure):
            error(place, failure.message)
            return nil
        }
    }

    private func segment(_ name: String, _ place: Range<Int>) -> Placeholder.Source? {
        if let number = pathNames[name] { return .path(number) }
        error(
            place, "the path of this rule has no segment {\(name.shown)}",
            hint: EditDistance.nearest(to: name, among: pathNames.keys.sorted()).map { "did you mean {\($0)}?" })
        return nil
    }

    /// The number of a variable.
    func variable(_ name: String, _ place: Range<Int>) -> Int? {
        if let number = variableNumbers[name] { return number }
        if wereVariablesRefused { return nil }
        error(
            place, "the variable \"\(name.shown)\" is not declared",
            hint: didYouMean(name, variableNumbers.keys.sorted())
                ?? "the variables of a scenario stand in \"variables\" at its top")
        return nil
    }

    private func now(_ words: String, _ place: Range<Int>) -> Placeholder.Source? {
        let name = words.prefix { $0 != "+" && $0 != "-" }
        guard let moment = Placeholder.Moment(rawValue: String(name)) else {
            error(
                place, "unknown placeholder {{now.\(words.shown)}}",
                hint: EditDistance.nearest(
                    to: String(name), among: Placeholder.Moment.allCases.map(\.rawValue)
                ).map { "did you mean {{now.\($0)\(words.dropFirst(name.count).description.shown)}}?" }
                    ?? "it is {{now.iso}}, {{now.http}}, {{now.epoch}} or {{now.ms}}")
            return nil
        }
        guard let sign = words.dropFirst(name.count).first else { return .now(moment, offset: 0) }
        switch DurationText.nanoseconds(String(words.dropFirst(name.count + 1))) {
        case .success(let time):
            let milliseconds = Int64(time / 1_000_000)
            return .now(moment, offset: sign == "-" ? -milliseconds : milliseconds)
        case .failure(let failure):
            error(place, failure.message)
            return nil
        }
    }
}

// MARK: - Replies
/// Where fields of a reply are.
enum FieldPlace: Sendable {
    case head, trailers
    case interim(Int)
}

/// Fills in what of a reply is only known with its request.
typealias Opening = @Sendable (inout Reply, inout Rendering) -> Void

extension FileReading {
    /// What stands in for a template until it is filled in: the constant, or the string of the file.
    func standIn(_ template: TextTemplate, _ node: JSONNode) -> [UInt8] { template.constant ?? node.utf8 ?? [] }

    /// Leaves the parts of fields that are not constant to the rendering; `first` is where they begin.
    func open(_ fields: [OpenField], _ place: FieldPlace, from first: Int) {
        for field in fields {
            openings.append { reply, rendering in
                let line = field.text.line(&rendering)
                let index = first + field.index
                reply.changeFields(place) { fields in
                    if field.isName { fields[index].name = line } else { fields[index].value = line }
                }
            }
        }
    }
}

/// A name or a value of a field that is filled in.
struct OpenField: Sendable {
    let index: Int
    let isName: Bool
    let text: TextTemplate
}

extension Reply {
    fileprivate mutating func changeFields(_ place: FieldPlace, _ change: (inout [HeaderField]) -> Void) {
        switch place {
        case .head: change(&head.fields)
        case .trailers: change(&trailers)
        case .interim(let number): change(&interim[number].head.fields)
        }
    }
}
