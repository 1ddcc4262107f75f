import Bytes

extension JSONParser {
    /// Reads the string that begins at this quote.
    mutating func stringText() throws(JSONSyntaxError) -> String {
        if let plain = plainString() { return String(decoding: bytes[plain], as: UTF8.self) }
        return String(decoding: try stringBytes(), as: UTF8.self)
    }

    /// Reads the string that begins at this quote, as UTF-8 with its escapes decoded (RFC 8259, section 7).
    mutating func stringBytes() throws(JSONSyntaxError) -> [UInt8] {
        if let plain = plainString() { return Array(bytes[plain]) }
        let start = offset
        offset += 1
        var result: [UInt8] = []
        var copied = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                result.append(contentsOf: bytes[copied..<offset])
                offset += 1
                return result
            case UInt8(ascii: "\\"):
                result.append(contentsOf: bytes[copied..<offset])
                try appendEscape(to: &result, from: start)
                copied = offset
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw JSONSyntaxError(.unterminatedString, start..<offset)
            case let byte where byte < 0x20:
                throw JSONSyntaxError(.controlCharacter(byte), offset..<offset + 1)
            case 0x20..<0x80:
                offset += 1
            default:
                guard let length = UTF8Text.sequenceLength(at: offset, end: bytes.count, in: bytes)
                else { throw JSONSyntaxError(.invalidUTF8, offset..<offset + 1) }
                offset += length
            }
        }
        throw JSONSyntaxError(.unterminatedString, start..<offset)
    }

    /// A fast path for strings of ASCII without escapes: the range between the quotes. Otherwise nil, and nothing is
    /// consumed.
    mutating func plainString() -> Range<Int>? {
        let start = offset + 1
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\""):
                defer { offset = end + 1 }
                return start..<end
            case UInt8(ascii: "\\"): return nil
            case 0x20..<0x80: end += 1
            default: return nil
            }
            // Most strings are short, and are over by now.
            if end - start == 32 {
                end = PlainText.end(in: bytes, from: end, except: UInt8(ascii: "\""), UInt8(ascii: "\\"))
            }
        }
        return nil
    }

    private mutating func appendEscape(
        to result: inout [UInt8], from start: Int
    ) throws(JSONSyntaxError) {
        guard offset + 1 < bytes.count else {
            throw JSONSyntaxError(.unterminatedString, start..<bytes.count)
        }
        switch bytes[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(bytes[offset + 1])
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            result.append(contentsOf: String(try unicodeEscape(from: start)).utf8)
            return
        default: throw badEscape(length: 2)
        }
        offset += 2
    }

    /// Reads `\uXXXX`, or two of them that form a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = offset
        let unit = try codeUnit(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let isPair =
            unit < 0xDC00 && offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "\\")
            && bytes[offset + 1] == UInt8(ascii: "u")
        if isPair {
            let low = try codeUnit(from: start)
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        throw JSONSyntaxError(.loneSurrogate(text(first..<first + 6)), first..<first + 6)
    }

    private mutating func codeUnit(from start: Int) throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for index in offset + 2..<offset + 6 {
            guard index < bytes.count else {
                throw JSONSyntaxError(.unterminatedString, start..<bytes.count)
            }
            guard let digit = HexDigits.value(bytes[index]) else { throw badEscape(length: index - offset) }
            value = value << 4 | UInt32(digit)
        }
        offset += 6
        return value
    }

    /// The error covers the backslash and up to `length` bytes, but only those that are printable.
    private func badEscape(length: Int) -> JSONSyntaxError {
        var end = offset + 1
        while end < offset + length, bytes[end] > 0x20, bytes[end] < 0x7F, bytes[end] != 0x22 { end += 1 }
        return JSONSyntaxError(.badEscape(text(offset..<end)), offset..<end)
    }
}
