internal import Wire

/// What may stand behind the size of a chunk (RFC 9112, 7.1.1).
enum ChunkExtension {
    /// Whether it is `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`. Parsers that skip anything else
    /// differ on where the line ends, which is how requests are smuggled.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            rest = rest.drop(while: \.isBlank)
            guard rest.popFirst() == UInt8(ascii: ";"), skipToken(&rest, behindBlanks: true) else { return false }
            var value = rest.drop(while: \.isBlank)
            guard value.popFirst() == UInt8(ascii: "=") else { continue }
            rest = value.drop(while: \.isBlank)
            let isRead =
                rest.first == UInt8(ascii: "\"") ? skipQuotedString(&rest) : skipToken(&rest, behindBlanks: false)
            guard isRead else { return false }
        }
        return true
    }

    private static func skipToken(_ rest: inout ArraySlice<UInt8>, behindBlanks: Bool) -> Bool {
        if behindBlanks { rest = rest.drop(while: \.isBlank) }
        let behind = rest.drop(while: \.isTokenByte)
        defer { rest = behind }
        return behind.startIndex > rest.startIndex
    }

    /// RFC 9110, 5.6.4. `rest` begins with the quote.
    private static func skipQuotedString(_ rest: inout ArraySlice<UInt8>) -> Bool {
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst(), escaped.isFieldText else { return false }
            default: guard byte.isFieldText else { return false }
            }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
    /// HTAB, SP, VCHAR and obs-text.
    fileprivate var isFieldText: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }
}
