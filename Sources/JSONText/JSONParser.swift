import Bytes

/// A strict parser of JSON (RFC 8259) that keeps the position of every value: an invalid scenario file is refused with
/// line and column, and a request is judged as it was sent.
///
///     switch JSONParser.parse(bytes) {
///     case .success(let node): node["rules"]
///     case .failure(let error): error.diagnostic(in: source)
///     }
public struct JSONParser {
    public struct Options: Sendable, Hashable {
        public enum DuplicateKeys: Sendable, Hashable {
            /// The second one is an error; for scenario files.
            case reject
            /// The last value replaces the first; for requests.
            case lastWins
        }

        /// The maximum nesting of arrays and objects, from 1 to 512. Each level takes up to 2 KB of stack in a debug
        /// build, a quarter of that in a release build.
        public var maximumDepth: Int
        /// The maximum number of values, which bounds memory: a value of two bytes takes 32 bytes, and more in a list
        /// of its own.
        public var maximumValues: Int
        public var duplicateKeys: DuplicateKeys
        /// Arrays and objects at a deeper level are returned empty and take no memory. Their content is checked as
        /// usual, except for duplicate keys.
        public var keptDepth: Int

        public init(
            maximumDepth: Int = 128, maximumValues: Int = .max, duplicateKeys: DuplicateKeys = .reject,
            keptDepth: Int = .max
        ) {
            self.keptDepth = keptDepth
            self.maximumDepth = min(max(1, maximumDepth), 512)
            self.maximumValues = maximumValues
            self.duplicateKeys = duplicateKeys
        }
    }

    /// Returns the document, or the first error.
    public static func parse(
        _ bytes: [UInt8], options: Options = Options()
    ) -> Result<JSONNode, JSONSyntaxError> {
        var parser = JSONParser(bytes: bytes, options: options)
        do throws(JSONSyntaxError) {
            return .success(try parser.document())
        } catch {
            return .failure(error)
        }
    }

    let bytes: [UInt8]
    let options: Options
    var offset = 0
    private var depth = 0
    private var values = 0

    private init(bytes: [UInt8], options: Options) {
        self.bytes = bytes
        self.options = options
    }

    private mutating func document() throws(JSONSyntaxError) -> JSONNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONSyntaxError(.byteOrderMark, 0..<3) }
        skipSpace()
        if offset == bytes.count { throw JSONSyntaxError(.emptyDocument, 0..<0) }
        let node = try value(expecting: .value)
        skipSpace()
        guard offset == bytes.count else {
            try refuseComment()
            throw JSONSyntaxError(.contentAfterDocument, characterRange(at: offset))
        }
        return node
    }

    /// Reads a value, which must begin at the current offset.
    private mutating func value(
        expecting expected: JSONSyntaxError.Expected
    ) throws(JSONSyntaxError) -> JSONNode {
        guard offset < bytes.count else { throw unexpectedEnd(expected) }
        guard values < options.maximumValues else {
            throw JSONSyntaxError(.tooMany(limit: options.maximumValues), offset..<offset + 1)
        }
        values += 1
        let start = offset
        let value: JSONNode.Value
        switch bytes[offset] {
        case UInt8(ascii: "\""): value = isKept ? .string(try stringBytes()) : try skippedString()
        case UInt8(ascii: "{"): value = .object(try object())
        case UInt8(ascii: "["): value = .array(try array())
        case UInt8(ascii: "-"), 0x30...0x39: value = .number(try number())
        default: value = try literal(expecting: expected)
        }
        return JSONNode(range: start..<offset, value: value)
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSONNode] {
        try open()
        var elements: [JSONNode] = []
        var isFirst = true
        skipSpace()
        if take(UInt8(ascii: "]")) { return close(elements) }
        while true {
            let element = try value(expecting: isFirst ? .valueOrEnd : .value)
            isFirst = false
            if isKept { elements.append(element) }
            if try separator(end: UInt8(ascii: "]"), expecting: .commaOrBracket) {
                return close(elements)
            }
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> [JSONMember] {
        try open()
        var members: [JSONMember] = []
        var names = MemberNames()
        var isFirst = true
        skipSpace()
        if take(UInt8(ascii: "}")) { return close(members) }
        while true {
            let member = try member(isFirst: isFirst)
            isFirst = false
            if !isKept {
                // Checked, but not kept.
            } else if let earlier = names.find(member.name, in: members) {
                guard options.duplicateKeys == .lastWins else {
                    let first = members[earlier].nameRange.lowerBound
                    let line = bytes[..<first].count { $0 == UInt8(ascii: "\n") } + 1
                    throw JSONSyntaxError(
                        .duplicateKey(member.name, firstLine: line), member.nameRange)
                }
                members[earlier] = member
            } else {
                members.append(member)
                names.added(to: members)
            }
            if try separator(end: UInt8(ascii: "}"), expecting: .commaOrBrace) {
                return close(members)
            }
        }
    }

    private mutating func member(isFirst: Bool) throws(JSONSyntaxError) -> JSONMember {
        let start = offset
        guard start < bytes.count else { throw unexpectedEnd(isFirst ? .nameOrEnd : .name) }
        guard bytes[start] == UInt8(ascii: "\"") else {
            try refuseComment()
            try refuseSingleQuotes()
            let word = wordRange(at: start)
            guard word.isEmpty else { throw JSONSyntaxError(.unquotedName(text(word)), word) }
            throw unexpectedCharacter(isFirst ? .nameOrEnd : .name)
        }
        let name = isKept ? try stringText() : ""
        if !isKept { _ = try skippedString() }
        let nameRange = start..<offset
        skipSpace()
        guard take(UInt8(ascii: ":")) else {
            try refuseComment()
            throw unexpectedCharacter(.colon)
        }
        skipSpace()
        return JSONMember(name: name, nameRange: nameRange, value: try value(expecting: .value))
    }

    /// Reads what follows an element: true at the end of the list, false after a comma that is followed by another
    /// element.
    private mutating func separator(
        end: UInt8, expecting expected: JSONSyntaxError.Expected
    ) throws(JSONSyntaxError) -> Bool {
        let lastEnd = offset
        skipSpace()
        if take(end) { return true }
        let comma = offset
        guard take(UInt8(ascii: ",")) else {
            try refuseComment()
            if isMissingComma(after: lastEnd) {
                throw JSONSyntaxError(.missingComma, lastEnd..<lastEnd)
            }
            throw unexpectedCharacter(expected)
        }
        skipSpace()
        if offset < bytes.count, bytes[offset] == end {
            throw JSONSyntaxError(.trailingComma, comma..<comma + 1)
        }
        return false
    }

    /// Whether the values at this depth are part of the result.
    private var isKept: Bool { depth <= options.keptDepth }

    private mutating func skippedString() throws(JSONSyntaxError) -> JSONNode.Value {
        if plainString() == nil { _ = try stringBytes() }
        return .null
    }

    private mutating func open() throws(JSONSyntaxError) {
        guard depth < options.maximumDepth else {
            throw JSONSyntaxError(.tooDeep(limit: options.maximumDepth), offset..<offset + 1)
        }
        depth += 1
        offset += 1
    }

    private mutating func close<Content>(_ content: Content) -> Content {
        depth -= 1
        return content
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = offset
        switch NumberScanner.end(of: bytes, from: start) {
        case .success(let end):
            offset = end
            return JSONNumber(checked: text(start..<end))
        case .failure(.leadingZero(let zero)):
            throw JSONSyntaxError(.leadingZero, zero..<zero + 1)
        case .failure(.missingDigit(let place)):
            if place == bytes.count { throw unexpectedEnd(.digit) }
            throw JSONSyntaxError(.malformedNumber, start..<place)
        }
    }

    private mutating func literal(
        expecting expected: JSONSyntaxError.Expected
    ) throws(JSONSyntaxError) -> JSONNode.Value {
        let word = wordRange(at: offset)
        if !word.isEmpty {
            let text = text(word)
            offset = word.upperBound
            switch text {
            case "null": return .null
            case "true": return .bool(true)
            case "false": return .bool(false)
            default:
                let nearest =
                    Self.otherNames[text] ?? EditDistance.nearest(to: text, among: ["null", "true", "false"])
                throw JSONSyntaxError(.unknownWord(text, nearest: nearest), word)
            }
        }
        try refuseComment()
        try refuseSingleQuotes()
        if bytes[offset] == UInt8(ascii: "+") {
            throw JSONSyntaxError(.plusSign, offset..<offset + 1)
        }
        throw unexpectedCharacter(expected)
    }

    /// The literals of other languages.
    private static let otherNames = [
        "nil": "null", "None": "null", "undefined": "null", "yes": "true", "no": "false",
    ]
}
