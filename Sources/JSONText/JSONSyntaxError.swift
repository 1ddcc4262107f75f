import Bytes

/// Why a text is not JSON, as data. All messages are in this file.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What the grammar allows at a position.
    public enum Expected: String, Sendable, Hashable {
        case value = "a value"
        case name = "a name in double quotes"
        case nameOrEnd = "a name in double quotes or }"
        case valueOrEnd = "a value or ]"
        case colon = "a colon"
        case commaOrBrace = "a comma or }"
        case commaOrBracket = "a comma or ]"
        case digit = "a digit"
    }

    public enum Kind: Sendable, Hashable {
        case unexpectedCharacter(String, Expected)
        /// A word that is not a value, such as `True`, `nil` or `NaN`; `nearest` is the literal that was probably
        /// meant.
        case unknownWord(String, nearest: String?)
        case unquotedName(String)
        case unterminatedString
        /// The escape as it is written.
        case badEscape(String)
        case loneSurrogate(String)
        case invalidUTF8
        case controlCharacter(UInt8)
        case leadingZero
        case plusSign
        case malformedNumber
        case trailingComma
        case comment
        case missingComma
        case singleQuotes
        case duplicateKey(String, firstLine: Int)
        case emptyDocument
        case unexpectedEnd(Expected)
        case contentAfterDocument
        case byteOrderMark
        case tooDeep(limit: Int)
        case tooMany(limit: Int)
    }

    public let kind: Kind
    /// The bytes that are wrong; empty at the end of the text.
    public let range: Range<Int>

    public init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }

    public var message: String {
        switch kind {
        case .unexpectedCharacter(let found, let expected):
            "unexpected \(found), expected \(expected.rawValue)"
        case .unknownWord(let word, _): "\"\(word.shown)\" is not a JSON value"
        case .unquotedName(let name): "the name \(name.shown) needs double quotes"
        case .unterminatedString: "this string never ends"
        case .badEscape(let escape): "\(escape) is not an escape"
        case .loneSurrogate(let escape): "\(escape) is half of a surrogate pair"
        case .invalidUTF8: "this is not UTF-8"
        case .controlCharacter(let byte):
            "a control character in a string must be written \(Self.escape(byte))"
        case .leadingZero: "a number has no leading zero"
        case .plusSign: "a number has no plus sign"
        case .malformedNumber: "this number is not complete"
        case .trailingComma: "trailing comma"
        case .comment: "JSON has no comments"
        case .missingComma: "missing comma"
        case .singleQuotes: "JSON strings have double quotes"
        case .duplicateKey(let name, _): "duplicate key \"\(name.shown)\""
        case .emptyDocument: "the file is empty"
        case .unexpectedEnd(let expected): "unexpected end of the file, expected \(expected.rawValue)"
        case .contentAfterDocument: "something follows the end of the document"
        case .byteOrderMark: "JSON has no byte order mark"
        case .tooDeep(let limit): "nested more than \(limit) levels deep"
        case .tooMany(let limit): "more than \(limit) values"
        }
    }

    /// How to correct it, if known.
    public var hint: String? {
        switch kind {
        case .unknownWord(_, let nearest?): "did you mean \(nearest)?"
        case .badEscape("\\"): "a backslash is written \\\\"
        case .duplicateKey(_, let firstLine): "it was first given in line \(firstLine)"
        default: nil
        }
    }

    public func diagnostic(in source: SourceText) -> Diagnostic {
        Diagnostic(.error, file: source.name, range: range, message, hint: hint)
    }

    static func escape(_ byte: UInt8) -> String {
        switch byte {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        default:
            "\\u00" + String(decoding: [HexDigits.lower(byte >> 4), HexDigits.lower(byte)], as: UTF8.self)
        }
    }
}
