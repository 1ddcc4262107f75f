import Bytes

/// Common errors are recognized, such as comments and missing commas, so that the message names the error and not only
/// the unexpected byte.
extension JSONParser {
    /// White space of RFC 8259, section 2: space, tab, line feed, carriage return.
    mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The error is reported behind the last character that is not white space.
    func unexpectedEnd(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let end = bytes.lastIndex { !space.contains($0) }.map { $0 + 1 } ?? 0
        return JSONSyntaxError(.unexpectedEnd(expected), end..<end)
    }

    func unexpectedCharacter(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError {
        guard offset < bytes.count else { return unexpectedEnd(expected) }
        let range = characterRange(at: offset)
        let byte = bytes[offset]
        let found: String
        switch byte {
        case 0x21..<0x7F: found = text(range)
        case 0x80...:
            guard UTF8Text.sequenceLength(at: offset, end: bytes.count, in: bytes) != nil else {
                return JSONSyntaxError(.invalidUTF8, range)
            }
            found = text(range)
        default: found = "control character \(JSONSyntaxError.escape(byte))"
        }
        return JSONSyntaxError(.unexpectedCharacter(found, expected), range)
    }

    /// Throws if a comment begins here: `//`, `/*` or `#`.
    func refuseComment() throws(JSONSyntaxError) {
        guard offset < bytes.count else { return }
        let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
        let isSlashes = bytes[offset] == UInt8(ascii: "/") && (next == 0x2F || next == 0x2A)
        guard isSlashes || bytes[offset] == UInt8(ascii: "#") else { return }
        throw JSONSyntaxError(.comment, offset..<offset + (isSlashes ? 2 : 1))
    }

    /// Throws if a text in single quotes begins here; the error covers all of it if it ends on the same line.
    func refuseSingleQuotes() throws(JSONSyntaxError) {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "'") else { return }
        var end = offset + 1
        while end < bytes.count, bytes[end] != 0x0A {
            end += 1
            if bytes[end - 1] == UInt8(ascii: "'") {
                throw JSONSyntaxError(.singleQuotes, offset..<end)
            }
        }
        throw JSONSyntaxError(.singleQuotes, offset..<offset + 1)
    }

    /// Whether a value begins here and only the comma before it is missing, unlike in `0x1F` and `"a"b`.
    func isMissingComma(after lastEnd: Int) -> Bool {
        guard offset < bytes.count, beginsValue(bytes[offset]) else { return false }
        return offset > lastEnd || wordRange(at: offset).isEmpty
    }

    private func beginsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"): true
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "'"): true
        default: false
        }
    }

    func characterRange(at start: Int) -> Range<Int> {
        start..<start + (UTF8Text.sequenceLength(at: start, end: bytes.count, in: bytes) ?? 1)
    }

    /// The range of the word at `start`: letters, digits, `_`, `$` and `-`, not beginning with a digit or `-`, so that
    /// `no-store` is one word. At most 64 bytes, which is enough for messages.
    func wordRange(at start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count, end - start < 64 {
            switch bytes[end] {
            case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): end += 1
            case 0x30...0x39, UInt8(ascii: "-"):
                guard end > start else { return start..<start }
                end += 1
            default: return start..<end
            }
        }
        return start..<end
    }
}
