public import Foundation

extension JSON: CustomStringConvertible {
    /// Its text, without spaces.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    var data: Data { Data(description.utf8) }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        // JSON has no word for the others.
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.pairs.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20: text += String(format: "\\u%04x", scalar.value)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Why a text is no JSON, and where.
    public struct ParsingError: Error, CustomStringConvertible, Equatable {
        public let message: String
        /// Both from 1; the column in bytes.
        public let line: Int
        public let column: Int

        public var description: String { "\(line):\(column): \(message)" }
    }

    /// The value of a text in JSON. Throws `ParsingError`.
    public init(parsing text: Data) throws {
        var parser = Parser(bytes: [UInt8](text))
        self = try parser.whole()
    }

    public init(parsing text: String) throws { try self.init(parsing: Data(text.utf8)) }

    /// Foundation's parser loses the order of members, and does not say everywhere what is wrong.
    private struct Parser {
        private static let deepest = 512

        let bytes: [UInt8]
        private var place = 0
        private var depth = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func whole() throws -> JSON {
            let value = try value()
            skipSpace()
            guard place == bytes.count else { throw error("there is more after the value") }
            return value
        }

        private mutating func value() throws -> JSON {
            skipSpace()
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.deepest else { throw error("it is nested more than \(Self.deepest) levels deep") }
            switch peek {
            case UInt8(ascii: "{"): return try object()
            case UInt8(ascii: "["): return try array()
            case UInt8(ascii: "\""): return .string(try string())
            case UInt8(ascii: "t"): return try word("true", .bool(true))
            case UInt8(ascii: "f"): return try word("false", .bool(false))
            case UInt8(ascii: "n"): return try word("null", .null)
            default: return try number()
            }
        }

        private mutating func object() throws -> JSON {
            var members = Members()
            place += 1
            if take("}") { return .object(members) }
            repeat {
                skipSpace()
                guard peek == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
                let name = try string()
                guard take(":") else { throw error("expected a colon") }
                members[name] = try value()
            } while take(",")
            guard take("}") else { throw error("expected a comma or }") }
            return .object(members)
        }

        private mutating func array() throws -> JSON {
            var elements: [JSON] = []
            place += 1
            if take("]") { return .array(elements) }
            repeat { elements.append(try value()) } while take(",")
            guard take("]") else { throw error("expected a comma or ]") }
            return .array(elements)
        }

        private mutating func string() throws -> String {
            let start = place
            place += 1
            var content: [UInt8] = []
            while let byte = peek, byte != UInt8(ascii: "\"") {
                guard byte >= 0x20 else { throw error("a control character in a string") }
                place += 1
                if byte == UInt8(ascii: "\\") {
                    content += try escaped()
                } else {
                    content.append(byte)
                }
            }
            guard peek != nil else {
                place = start
                throw error("the string does not end")
            }
            place += 1
            guard let text = String(bytes: content, encoding: .utf8) else {
                place = start
                throw error("the string is no UTF-8")
            }
            return text
        }

        private mutating func escaped() throws -> [UInt8] {
            guard let byte = peek else { throw error("the string does not end") }
            place += 1
            switch byte {
            case UInt8(ascii: "n"): return [10]
            case UInt8(ascii: "t"): return [9]
            case UInt8(ascii: "r"): return [13]
            case UInt8(ascii: "b"): return [8]
            case UInt8(ascii: "f"): return [12]
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
            case UInt8(ascii: "u"):
                var units = [try unit()]
                if UTF16.isLeadSurrogate(units[0]),
                    bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
                {
                    place += 2
                    units.append(try unit())
                }
                return Array(String(decoding: units, as: UTF16.self).utf8)
            default:
                place -= 1
                throw error("no escape of JSON")
            }
        }

        private mutating func unit() throws -> UInt16 {
            let digits = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
            guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
                throw error("expected four hexadecimal digits")
            }
            place += 4
            return unit
        }

        private mutating func number() throws -> JSON {
            let start = place
            while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { place += 1 }
            let text = String(decoding: bytes[start..<place], as: UTF8.self)
            let digits = text.drop { $0 == "-" }
            let isPlain = text.utf8.count - digits.utf8.count < 2 && digits.first?.isNumber == true
            if isPlain, digits == "0" || digits.first != "0" || digits.dropFirst().first?.isNumber == false {
                if let value = Int(text) { return .integer(value) }
                if text.last?.isNumber == true, let value = Double(text) { return .number(value) }
            }
            place = start
            throw error(peek == nil ? "it ends where a value was expected" : "expected a value")
        }

        private mutating func word(_ word: String, _ value: JSON) throws -> JSON {
            guard bytes[place...].starts(with: word.utf8) else { throw error("expected a value") }
            place += word.utf8.count
            return value
        }

        private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard peek == UInt8(ascii: character) else { return false }
            place += 1
            return true
        }

        private mutating func skipSpace() {
            while let byte = peek, " \t\r\n".utf8.contains(byte) { place += 1 }
        }

        private func error(_ message: String) -> ParsingError {
            let before = bytes[..<place]
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            return ParsingError(message: message, line: line, column: place - start + 1)
        }
    }
}
