internal import JSONText

/// A string with placeholders, parsed at load into literals and placeholders.
public struct TextTemplate: Sendable, Hashable {
    public enum Piece: Sendable, Hashable {
        case literal([UInt8])
        /// The value as text.
        case text(Placeholder)
        /// The value as text inside a JSON string.
        case escaped(Placeholder)
        /// The value as JSON.
        case json(Placeholder)
    }

    public let pieces: [Piece]

    public init(_ pieces: [Piece]) { self.pieces = pieces }

    /// The bytes if there is no placeholder.
    public var constant: [UInt8]? {
        if pieces.isEmpty { return [] }
        guard pieces.count == 1, case .literal(let bytes) = pieces[0] else { return nil }
        return bytes
    }

    /// The placeholder, if the string is nothing else.
    public var solePlaceholder: Placeholder? {
        guard pieces.count == 1 else { return nil }
        return switch pieces[0] {
        case .literal: nil
        case .text(let placeholder), .escaped(let placeholder), .json(let placeholder): placeholder
        }
    }

    /// Whether its text depends only on the request and the variables, and not on hits, random draws or time.
    public var dependsOnlyOnRequest: Bool {
        pieces.allSatisfy { piece in
            switch piece {
            case .literal: true
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                placeholder.dependsOnlyOnRequest
            }
        }
    }

    /// Whether its text changes with the moment: with the variables or the time.
    public var isOfMoment: Bool {
        pieces.contains { piece in
            switch piece {
            case .literal: false
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                switch placeholder.source {
                case .variable, .now: true
                default: false
                }
            }
        }
    }

    /// The text for a request.
    public func bytes(_ rendering: inout Rendering) -> [UInt8] {
        var result: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .literal(let bytes): result += bytes
            case .text(let placeholder): result += rendering.text(placeholder)
            case .escaped(let placeholder): JSONWriter.escape(rendering.text(placeholder), into: &result)
            case .json(let placeholder): rendering.writeJSON(placeholder, into: &result)
            }
        }
        return result
    }

    /// The text for a head, from which CR, LF and other control characters except tab are removed.
    public func line(_ rendering: inout Rendering) -> [UInt8] {
        var bytes = bytes(&rendering)
        let count = bytes.count
        bytes.removeAll { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
        if bytes.count < count { rendering.notes.insert(.droppedBytes) }
        return bytes
    }

    /// The value for a variable: a string that is one placeholder has the type of its value.
    func value(_ rendering: inout Rendering) -> TemplateValue {
        guard let solePlaceholder else { return .text(bytes(&rendering)) }
        return rendering.value(solePlaceholder)
    }
}

extension TextTemplate {
    /// Builds a template; adjacent literals become one.
    public struct Builder {
        private var pieces: [Piece] = []
        private var literal: [UInt8] = []

        public init() {}

        public mutating func append(literal bytes: some Collection<UInt8>) { literal.append(contentsOf: bytes) }

        public mutating func append(_ piece: Piece) {
            flush()
            pieces.append(piece)
        }

        public func finished() -> TextTemplate {
            var builder = self
            builder.flush()
            return TextTemplate(builder.pieces)
        }

        private mutating func flush() {
            guard !literal.isEmpty else { return }
            pieces.append(.literal(literal))
            literal = []
        }
    }
}
