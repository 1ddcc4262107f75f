internal import Bytes

/// A strict pull parser for the XML of requests: elements, attributes, text, CDATA sections, comments and character
/// references. `NamespaceReader` resolves prefixes.
///
/// Not a library, because calls need only a small part of XML, and parsers are usually attacked through the rest.
/// Nothing is expanded or fetched: a document type is refused where it begins, and the only entities are the five
/// predefined ones.
package struct XMLReader {
    package enum Token {
        /// The range of the element's name.
        case open(Range<Int>)
        /// The end of the element that was opened last.
        case close
        case end
    }

    package enum SyntaxError: Error {
        case notWellFormed
        case documentType
    }

    /// The maximum nesting of elements.
    package static let maximumDepth = 1_024
    /// The maximum number of attributes of one element, since each is compared with those before it.
    package static let maximumAttributes = 64

    package struct Attribute {
        package let name: Range<Int>
        /// The range between the quotes, references not resolved.
        package let value: Range<Int>
    }

    private let bytes: [UInt8]
    /// The end of the last tag.
    package private(set) var offset: Int
    private var names: [Range<Int>] = []
    private var hasRoot = false
    private var closesAtOnce = false
    /// The text between the last two tags, with references resolved and line ends as LF.
    package private(set) var text: [UInt8] = []
    /// The attributes of the element that was opened last.
    package private(set) var attributes: [Attribute] = []

    /// - Parameter start: The offset of the document behind its declaration.
    package init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        offset = start
    }

    /// Whether there is only white space between the last two tags.
    package var isBlank: Bool { text.allSatisfy(Self.isSpace) }

    package func name(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

    /// The normalized value of an attribute: references are resolved, and white space becomes spaces (XML 1.0, section
    /// 3.3.3).
    package func value(of attribute: Attribute) -> [UInt8] {
        let source = bytes[attribute.value]
        guard source.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else { return Array(source) }
        var reader = self
        reader.offset = source.startIndex
        var value: [UInt8] = []
        while reader.offset < source.endIndex {
            let byte = bytes[reader.offset]
            if byte == UInt8(ascii: "&"), let scalar = try? reader.reference() {
                Self.append(scalar, to: &value)
                continue
            }
            let isSecondOfLineEnd = byte == UInt8(ascii: "\n") && bytes[reader.offset - 1] == UInt8(ascii: "\r")
            if !isSecondOfLineEnd { value.append(Self.isSpace(byte) ? 0x20 : byte) }
            reader.offset += 1
        }
        return value
    }

    package mutating func next() throws(SyntaxError) -> Token {
        text.removeAll(keepingCapacity: true)
        if closesAtOnce {
            closesAtOnce = false
            names.removeLast()
            return .close
        }
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                try characters()
                continue
            }
            switch byte(at: offset + 1) {
            case UInt8(ascii: "/"): return try closingTag()
            case UInt8(ascii: "!"): try markup()
            case UInt8(ascii: "?"): try instruction()
            default: return try openingTag()
            }
        }
        guard names.isEmpty, hasRoot else { throw .notWellFormed }
        return .end
    }

    // MARK: Tags

    private mutating func openingTag() throws(SyntaxError) -> Token {
        guard !names.isEmpty || !hasRoot, names.count < Self.maximumDepth else { throw .notWellFormed }
        offset += 1
        let name = try takeName()
        try takeAttributes()
        closesAtOnce = skip("/")
        guard skip(">") else { throw .notWellFormed }
        hasRoot = true
        names.append(name)
        return .open(name)
    }

    private mutating func closingTag() throws(SyntaxError) -> Token {
        offset += 2
        let name = try takeName()
        skipSpace()
        guard let open = names.popLast(), bytes[open].elementsEqual(bytes[name]), skip(">") else {
            throw .notWellFormed
        }
        return .close
    }

    private mutating func takeAttributes() throws(SyntaxError) {
        attributes.removeAll(keepingCapacity: true)
        while true {
            let isApart = skipSpace()
            guard let byte = byte(at: offset), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") else { return }
            guard isApart, attributes.count < Self.maximumAttributes else { throw .notWellFormed }
            let name = try takeName()
            guard !attributes.contains(where: { bytes[$0.name].elementsEqual(bytes[name]) }) else {
                throw .notWellFormed
            }
            skipSpace()
            guard skip("=") else { throw .notWellFormed }
            skipSpace()
            attributes.append(Attribute(name: name, value: try attributeValue()))
        }
    }

    private mutating func attributeValue() throws(SyntaxError) -> Range<Int> {
        guard let quote = byte(at: offset), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw .notWellFormed
        }
        offset += 1
        let start = offset
        while let byte = byte(at: offset), byte != quote {
            switch byte {
            case UInt8(ascii: "<"): throw .notWellFormed
            case UInt8(ascii: "&"): _ = try reference()
            default: try character()
            }
        }
        offset += 1
        guard offset <= bytes.count else { throw .notWellFormed }
        return start..<offset - 1
    }

    /// All characters beyond ASCII are accepted in names, which is more than XML allows.
    private mutating func takeName() throws(SyntaxError) -> Range<Int> {
        let start = offset
        while let byte = byte(at: offset), Self.isNameByte(byte, first: offset == start) { offset += 1 }
        guard offset > start else { throw .notWellFormed }
        return start..<offset
    }

    package static func isNameByte(_ byte: UInt8, first isFirst: Bool) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: true
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    // MARK: What is between tags

    private mutating func characters() throws(SyntaxError) {
        let start = offset
        while let byte = byte(at: offset), byte != UInt8(ascii: "<") {
            switch byte {
            case UInt8(ascii: "&"):
                guard !names.isEmpty else { throw .notWellFormed }
                Self.append(try reference(), to: &text)
            case UInt8(ascii: "\r"):
                text.append(UInt8(ascii: "\n"))
                offset += self.byte(at: offset + 1) == UInt8(ascii: "\n") ? 2 : 1
            case UInt8(ascii: ">") where offset >= start + 2 && bytes[offset - 2..<offset].elementsEqual("]]".utf8):
                throw .notWellFormed
            default:
                guard !names.isEmpty || Self.isSpace(byte) else { throw .notWellFormed }
                let place = offset
                try character()
                if !names.isEmpty { skipPlain() }
                text += bytes[place..<offset]
            }
        }
    }

    /// Skips a character that XML 1.0 allows (section 2.2). The bytes are known to be UTF-8.
    private mutating func character() throws(SyntaxError) {
        guard Self.isAllowed(at: offset, in: bytes) else { throw .notWellFormed }
        offset += UTF8Text.sequenceLength(at: offset, end: bytes.count, in: bytes) ?? 1
    }

    /// All characters but U+FFFE, U+FFFF and control characters other than tab, LF and CR.
    package static func isAllowed(at index: Int, in bytes: [UInt8]) -> Bool {
        let byte = bytes[index]
        if byte < 0x20 { return byte == 0x09 || byte == 0x0A || byte == 0x0D }
        guard byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF else { return true }
        return bytes[index + 2] < 0xBE
    }

    /// Reads `&#233;`, `&#xE9;` or one of the five predefined entities, such as `&lt;`.
    private mutating func reference() throws(SyntaxError) -> Unicode.Scalar {
        offset += 1
        if skip("#") { return try characterReference() }
        for (name, scalar) in Self.entities where bytes[offset...].starts(with: name.utf8) {
            offset += name.utf8.count
            return scalar
        }
        throw .notWellFormed
    }

    private static let entities: [(String, Unicode.Scalar)] = [
        ("lt;", "<"), ("gt;", ">"), ("amp;", "&"), ("quot;", "\""), ("apos;", "'"),
    ]

    private mutating func characterReference() throws(SyntaxError) -> Unicode.Scalar {
        let radix: UInt32 = skip("x") ? 16 : 10
        var value: UInt32 = 0
        let start = offset
        while let digit = byte(at: offset).flatMap(Self.digit), digit < radix, value <= 0x10_FFFF {
            value = value * radix + digit
            offset += 1
        }
        guard offset > start, skip(";"), let scalar = Unicode.Scalar(value) else { throw .notWellFormed }
        var utf8: [UInt8] = []
        Self.append(scalar, to: &utf8)
        guard Self.isAllowed(at: 0, in: utf8) else { throw .notWellFormed }
        return scalar
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        text += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
    }

    /// Reads a comment or a CDATA section, and refuses a document type.
    private mutating func markup() throws(SyntaxError) {
        if bytes[offset...].starts(with: "<!--".utf8) {
            offset += 4
            try skip(through: "--")
            guard skip(">") else { throw .notWellFormed }
        } else if bytes[offset...].starts(with: "<![CDATA[".utf8), !names.isEmpty {
            offset += 9
            try skip(through: "]]>", keeping: true)
        } else if bytes[offset...].starts(with: "<!DOCTYPE".utf8), !hasRoot {
            throw .documentType
        } else {
            throw .notWellFormed
        }
    }

    /// Skips a processing instruction. An XML declaration is allowed only at the beginning of the document.
    private mutating func instruction() throws(SyntaxError) {
        offset += 2
        let name = try takeName()
        let isSpace = byte(at: offset).map(Self.isSpace) ?? false
        guard isSpace || bytes[offset...].starts(with: "?>".utf8),
            !String(decoding: bytes[name].prefix(4), as: UTF8.self).lowercased().elementsEqual("xml")
        else { throw .notWellFormed }
        try skip(through: "?>")
    }

    private mutating func skip(through end: String, keeping isText: Bool = false) throws(SyntaxError) {
        while offset < bytes.count {
            if bytes[offset] == end.utf8.first, bytes[offset...].starts(with: end.utf8) {
                offset += end.utf8.count
                return
            }
            let place = offset
            try character()
            if bytes[place] == UInt8(ascii: "\r") {
                if isText, byte(at: offset) != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
            } else {
                skipPlain(until: end.utf8.first ?? 0)
                if isText { text += bytes[place..<offset] }
            }
        }
        throw .notWellFormed
    }

    // MARK: Bytes

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard byte(at: offset) == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = offset
        while let byte = byte(at: offset), Self.isSpace(byte) { offset += 1 }
        return offset > start
    }

    /// A fast path: skips a run of ASCII characters without `<`, `>` and `end`.
    private mutating func skipPlain(until end: UInt8 = UInt8(ascii: "&")) {
        offset = PlainText.end(in: bytes, from: offset, except: UInt8(ascii: "<"), UInt8(ascii: ">"), end)
    }

    package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
