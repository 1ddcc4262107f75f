internal import Bytes
internal import JSONText
internal import Rules
internal import Wire

/// Reads strings with placeholders of one step, or of another unit whose placeholders are numbered together.
final class TemplateReader: PartReader {
    /// The use of a string, which decides on the placeholders it can have.
    enum Use {
        case answer
        /// An item of `chunks`, which may repeat.
        case chunk
        /// Only variables.
        case matcher
        /// In a matcher over the journal, which does not have the values of variables.
        case journalMatcher
    }

    let fileReader: FileReader
    /// The rule whose path has the named segments, and which needs the body if a placeholder does; nil for a match,
    /// which can have neither.
    let rule: RuleReader?
    /// Number of placeholders so far; each has random draws of its own.
    var placeholderCount = 0

    init(_ fileReader: FileReader) {
        self.fileReader = fileReader
        rule = nil
    }

    init(_ rule: RuleReader) {
        fileReader = rule.fileReader
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

    /// Parses the content of a file that the string at the range names. Errors are reported there.
    func template(ofFile bytes: [UInt8], _ range: Range<Int>) -> TextTemplate? {
        template(bytes, range, .answer) { _ in range }
    }

    /// Parses the string; nil if a placeholder is invalid. All invalid ones are reported.
    func template(_ bytes: [UInt8], _ range: Range<Int>, _ use: Use = .answer) -> TextTemplate? {
        template(bytes.copied, range, use) { fileReader.place(of: $0, inString: range) }
    }

    /// `place` is that of a range of the bytes in the scenario's file.
    private func template(
        _ bytes: [UInt8], _ range: Range<Int>, _ use: Use, _ place: (Range<Int>) -> Range<Int>
    ) -> TextTemplate? {
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
                // A brace, then a placeholder.
                template.append(literal: bytes[index...index])
                index += 1
            case 2:
                let end = Placeholders.end(of: index, in: bytes)
                // Computed only for an error: it scans the string each time.
                func placeholderRange() -> Range<Int> {
                    place(index..<(end ?? index + 2))
                }
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
                    // No more errors are shown for a file.
                    if mistakes == fileReader.diagnostics.limit { return nil }
                }
                index = end
            default:
                template.append(literal: CollectionOfOne(bytes[index]))
                index += 1
            }
        }
        return mistakes == 0 ? template.finished() : nil
    }

    /// JSON whose strings may have placeholders: compact, with the order of members and the spelling of numbers as in
    /// the file.
    func jsonTemplate(_ node: JSONNode) -> TextTemplate? {
        let bytes = JSONWriter.bytes(node)
        // Outside of strings, JSON never has two opening braces in a row.
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

    /// Adds the string between quotes.
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
