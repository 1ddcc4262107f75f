/// Percent-encoding (RFC 3986, section 2.1) on bytes, since a path or query need not be UTF-8.
public enum PercentCoding {
    /// Decodes each `%XX`; a `%` without two hexadecimal digits stays as it is.
    ///
    ///     PercentCoding.decode([0x25, 0x34, 0x31, 0x25][...])  // "A%"
    public static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard needsDecoding(bytes) else { return Array(bytes) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let value = escape(at: index, in: bytes) {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// Escapes all but the unreserved characters (RFC 3986, section 2.3), with upper-case digits.
    public static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(HexDigits.upper(byte >> 4))
                result.append(HexDigits.upper(byte & 15))
            }
        }
        return result
    }

    /// A canonical form: two raw paths have the same one exactly if their segments, split at `/` and then decoded, are
    /// equal.
    ///
    /// Escapes are decoded, except those of `/` and `%`, which become `%2F` and `%25`; a `%` that does not begin an
    /// escape becomes `%25` too.
    public static func canonicalPath(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        guard needsDecoding(raw) else { return Array(raw) }
        var result: [UInt8] = []
        result.reserveCapacity(raw.count + 8)
        var index = raw.startIndex
        while index < raw.endIndex {
            let byte = raw[index]
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                index += 1
                continue
            }
            let value = escape(at: index, in: raw)
            switch value ?? byte {
            case UInt8(ascii: "/"): result.append(contentsOf: [0x25, 0x32, 0x46])
            case UInt8(ascii: "%"): result.append(contentsOf: [0x25, 0x32, 0x35])
            case let plain: result.append(plain)
            }
            index += value == nil ? 1 : 3
        }
        return result
    }

    /// Whether the path has an escape, so that it needs `canonicalPath`; few paths do.
    @inlinable
    public static func needsCanonicalising(_ range: Range<Int>, in bytes: borrowing [UInt8]) -> Bool {
        for index in range where bytes[index] == 0x25 { return true }
        return false
    }

    @inlinable
    public static func needsDecoding(_ bytes: ArraySlice<UInt8>) -> Bool {
        for byte in bytes where byte == 0x25 { return true }
        return false
    }

    /// ALPHA, DIGIT, `-`, `.`, `_`, `~`.
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// The byte that the escape at `index` stands for; nil if no escape begins there.
    public static func escape(at index: Int, in bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
            let high = HexDigits.value(bytes[index + 1]), let low = HexDigits.value(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }
}
