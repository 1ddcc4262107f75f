/// A host and a port, as in the Host field and in targets: `uri-host [ ":" port ]` (RFC 9110, 7.2; RFC 3986, 3.2).
struct Authority {
    /// May be empty.
    let host: ArraySlice<UInt8>
    /// Digits, possibly none; nil if there is no colon.
    let port: ArraySlice<UInt8>?

    /// Nil if it is malformed. The groups of an IPv6 address are not counted.
    init?(_ bytes: ArraySlice<UInt8>) {
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = bracket + 1
            guard Self.isAddress(bytes[(bytes.startIndex + 1)..<bracket]) else { return nil }
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard Self.isName(bytes[..<end]) else { return nil }
        }
        host = bytes[..<end]
        guard end < bytes.endIndex else {
            port = nil
            return
        }
        guard bytes[end] == UInt8(ascii: ":"), bytes[(end + 1)...].allSatisfy(\.isDigit) else { return nil }
        port = bytes[(end + 1)...]
    }

    /// What stands between brackets.
    private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        if let first = bytes.first, first | 0x20 == UInt8(ascii: "v") {
            guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
            let (version, rest) = (bytes[(bytes.startIndex + 1)..<dot], bytes[(dot + 1)...])
            return !version.isEmpty && version.allSatisfy(\.isHexDigit) && !rest.isEmpty
                && rest.allSatisfy { $0.isNameByte || $0 == UInt8(ascii: ":") }
        }
        return bytes.count { $0 == UInt8(ascii: ":") } >= 2
            && bytes.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    }

    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit) else { return false }
                rest = rest.dropFirst(2)
            } else if !byte.isNameByte {
                return false
            }
        }
        return true
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    /// Letters, digits, `-` and `.`: what nearly all hosts consist of. A bit for each byte below 128.
    var isPlainHostByte: Bool {
        let bits: UInt64 = self < 64 ? 0x03FF_6000_0000_0000 : 0x07FF_FFFE_07FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }
    fileprivate var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
    /// Letters, digits, and the other unreserved bytes and delimiters of a name (RFC 3986, 2.2 and 2.3).
    fileprivate var isNameByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=".utf8.contains(self)
        }
    }
}
