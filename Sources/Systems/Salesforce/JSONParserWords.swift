internal import Bytes
internal import JSONText

/// The message of JSON_PARSER_ERROR: where the JSON parser of the real server stopped, and why, in that parser's words.
enum JSONParserWords {
    static let value = "expected a valid value (number, String, array, object, 'true', 'false' or 'null')"

    /// - Parameters:
    ///   - line: 1 for the first.
    ///   - column: 1 for the first of the line.
    static func message(_ character: Character, code: UInt32, _ expected: String, line: Int, column: Int) -> String {
        "Unexpected character ('\(character)' (code \(code))): \(expected) at [line:\(line), column:\(column)]"
    }

    /// The message about a body.
    static func message(_ error: JSONSyntaxError, in body: [UInt8]) -> String {
        let before = body[..<min(error.range.lowerBound, body.count)]
        let line = 1 + before.count { $0 == 0x0A }
        let column = 1 + before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
        guard error.range.lowerBound < body.count else {
            return "Unexpected end-of-input at [line:\(line), column:\(column)]"
        }
        let scalar = Unicode.Scalar(body[error.range.lowerBound])
        return message(Character(scalar), code: scalar.value, expected(error.kind), line: line, column: column)
    }

    private static func expected(_ kind: JSONSyntaxError.Kind) -> String {
        switch kind {
        case .unexpectedCharacter(_, .name), .unexpectedCharacter(_, .nameOrEnd), .unquotedName, .singleQuotes:
            "was expecting double-quote to start field name"
        case .unexpectedCharacter(_, .colon): "was expecting a colon to separate field name and value"
        case .unexpectedCharacter(_, .commaOrBrace), .missingComma: "was expecting comma to separate OBJECT entries"
        case .unexpectedCharacter(_, .commaOrBracket): "was expecting comma to separate ARRAY entries"
        default: value
        }
    }
}
