internal import JSONText

/// A string with placeholders, put apart at load into what stays and what is filled in.
public struct TextTemplate: Sendable {
    enum Piece: Sendable, Hashable {
        case literal([UInt8])
        /// The value as text.
        case text(Placeholder)
        /// The value as text inside a JSON string.
        case escaped(Placeholder)
        /// The value as JSON.
        case json(Placeholder)
    }

    let pieces: [Piece]

    init(_ pieces: [Piece]) { self.pieces = pieces }

    /// The bytes, where nothing is to be filled in.
    var constant: [UInt8]? {
        if pieces.isEmpty { return [] }
        guard pieces.count == 1, case .literal(let bytes) = pieces[0] else { return nil }
        return bytes
    }

    /// The placeholder that is all of it.
    var solePlaceholder: Placeholder? {
        guard pieces.count == 1 else { return nil }
        return switch pieces[0] {
        case .literal: nil
        case .text(let placeholder), .escaped(let placeholder), .json(let placeholder): placeholder
        }
    }

    /// Whether it comes to the same for the same request, whatever was before.
    var dependsOnlyOnRequest: Bool {
        pieces.allSatisfy { piece in
            switch piece {
            case .literal: true
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                placeholder.dependsOnlyOnRequest
            }
        }
    }

    /// Filled in.
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

    /// Filled in for a head, which CR, LF and other control characters but tab never enter from a request.
    func line(_ rendering: inout Rendering) -> [UInt8] {
        var bytes = bytes(&rendering)
        let count = bytes.count
        bytes.removeAll { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
        if bytes.count < count { rendering.notes.insert(.droppedBytes) }
        return bytes
    }

    /// Filled in for a variable: the only placeholder of a string gives its type.
    func value(_ rendering: inout Rendering) -> TemplateValue {
        guard let solePlaceholder else { return .text(bytes(&rendering)) }
        return rendering.value(solePlaceholder)
    }
}

extension TextTemplate {
    /// Puts a template together; literals that follow each other become one.
    struct Builder {
        private var pieces: [Piece] = []
        private var literal: [UInt8] = []

        mutating func append(literal bytes: some Collection<UInt8>) { literal.append(contentsOf: bytes) }

        mutating func append(_ piece: Piece) {
            flush()
            pieces.append(piece)
        }

        func finished() -> TextTemplate {
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
