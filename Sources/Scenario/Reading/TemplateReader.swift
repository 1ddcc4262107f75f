internal import Bytes
internal import JSONText
internal import Wire

/// Strings with placeholders, of one step or of something else whose placeholders are numbered together.
final class TemplateReader: PartReader {
    /// What a string is for, which decides what it can repeat.
    enum Use {
        case answer
        /// Nothing but variables.
        case matcher
        /// Of a matcher on requests that the journal tells of, which does not tell what variables were.
        case journalMatcher
    }

    let reading: FileReading
    /// The rule whose path has the segments, and which needs the body where a placeholder does; nil for a match, which
    /// repeats neither.
    let rule: RuleReader?
    /// Placeholders so far, which number their draws.
    var placeholderCount = 0

    init(_ reading: FileReading) {
        self.reading = reading
        rule = nil
    }

    init(_ rule: RuleReader) {
        reading = rule.reading
        self.rule = rule
    }
}

extension TemplateReader {
    func template(_ node: JSONNode, _ what: String) -> TextTemplate? {
        guard let bytes = node.utf8 else {
            wrongType(node, what, "a string")
            return nil
        }
        return template(bytes, node.range)
    }

    /// The string put apart; nil where one of its placeholders is wrong, all of which are told.
    func template(_ bytes: [UInt8], _ range: Range<Int>, _ use: Use = .answer) -> TextTemplate? {
        guard let first = Placeholders.firstBraces(in: bytes) else { return TextTemplate([.literal(bytes)]) }
        var template = TextTemplate.Builder()
        template.append(literal: bytes[..<first])
        var mistakes = 0
        var index = first
        while index < bytes.count {
            switch bytes[index...].prefix(4).prefix(while: { $0 == UInt8(ascii: "{") }).count {
            case 4:
                template.append(literal: bytes[index..<index + 2])
                index += 4
            case 3:
                // A brace, and then a placeholder.
                template.append(literal: bytes[index...index])
                index += 1
            case 2:
                let end = Placeholders.end(of: index, in: bytes)
                // Not for every placeholder: each time it goes through the string.
                func placeholderRange() -> Range<Int> { reading.place(of: index..<(end ?? index + 2), inString: range) }
                guard let end else {
                    error(
                        placeholderRange(), "this placeholder is not closed by }}", hint: "a literal {{ is written {{{{"
                    )
                    return nil
                }
                if let placeholder = placeholder(Array(bytes[index + 2..<end - 2]).text, use, placeholderRange) {
                    template.append(.text(placeholder))
                } else {
                    mistakes += 1
                    // No more are shown of a file.
                    if mistakes == reading.diagnostics.limit { return nil }
                }
                index = end
            default:
                template.append(literal: CollectionOfOne(bytes[index]))
                index += 1
            }
        }
        return mistakes == 0 ? template.finished() : nil
    }

    /// JSON whose strings may have placeholders: compact, with the order and the numbers of the file.
    func jsonTemplate(_ node: JSONNode) -> TextTemplate? {
        let bytes = JSONWriter.bytes(node)
        // Outside of strings JSON never has two opening braces in a row.
        if Placeholders.firstBraces(in: bytes) == nil { return TextTemplate([.literal(bytes)]) }
        var template = TextTemplate.Builder()
        return add(node, to: &template) ? template.finished() : nil
    }

    private func add(_ node: JSONNode, to template: inout TextTemplate.Builder) -> Bool {
        switch node.value {
        case .null, .bool, .number:
            template.append(literal: JSONWriter.bytes(node))
            return true
        case .string(let bytes):
            guard let string = self.template(bytes, node.range) else { return false }
            if let solePlaceholder = string.solePlaceholder {
                template.append(.json(solePlaceholder))
            } else {
                add(string, to: &template)
            }
            return true
        case .array(let elements):
            var isGood = true
            template.append(literal: CollectionOfOne(UInt8(ascii: "[")))
            for (index, element) in elements.enumerated() {
                if index > 0 { template.append(literal: CollectionOfOne(UInt8(ascii: ","))) }
                if !add(element, to: &template) { isGood = false }
            }
            template.append(literal: CollectionOfOne(UInt8(ascii: "]")))
            return isGood
        case .object(let members):
            var isGood = true
            template.append(literal: CollectionOfOne(UInt8(ascii: "{")))
            for (index, member) in members.enumerated() {
                if index > 0 { template.append(literal: CollectionOfOne(UInt8(ascii: ","))) }
                if let name = self.template(Array(member.name.utf8), member.nameRange) {
                    add(name, to: &template)
                } else {
                    isGood = false
                }
                template.append(literal: CollectionOfOne(UInt8(ascii: ":")))
                if !add(member.value, to: &template) { isGood = false }
            }
            template.append(literal: CollectionOfOne(UInt8(ascii: "}")))
            return isGood
        }
    }

    /// Between quotes.
    private func add(_ string: TextTemplate, to template: inout TextTemplate.Builder) {
        template.append(literal: CollectionOfOne(UInt8(ascii: "\"")))
        for piece in string.pieces {
            switch piece {
            case .literal(let bytes):
                var escaped: [UInt8] = []
                JSONWriter.escape(bytes, into: &escaped)
                template.append(literal: escaped)
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                template.append(.escaped(placeholder))
            }
        }
        template.append(literal: CollectionOfOne(UInt8(ascii: "\"")))
    }
}
