internal import Bytes

/// The KEY of a private session `NAME~KEY`: 1 to 200 bytes of UTF-8 without control characters.
///
/// Requests and control calls percent-encode all of it but `A-Z a-z 0-9 . _ -`, and it is decoded once. Sessions are
/// named by the canonical form, which encodes nothing else, with upper-case digits.
enum SessionKey {
    /// In bytes, decoded.
    static let longest = 200
    /// In bytes, with each of them encoded.
    static let longestEncoded = 3 * longest

    /// The canonical form; nil if it is no key.
    static func canonical(_ key: ArraySlice<UInt8>) -> String? {
        if (1...longest).contains(key.count), key.allSatisfy(isPlain) { return key.text }
        guard key.count <= longestEncoded else { return nil }
        var rest = key
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, rest.prefix(2).allSatisfy({ HexDigits.value($0) != nil }) else { return nil }
                rest = rest.dropFirst(2)
            } else if !isPlain(byte) {
                return nil
            }
        }
        return encode(PercentCoding.decode(key))
    }

    /// The canonical form of decoded bytes; nil if they are no key.
    private static func encode(_ bytes: [UInt8]) -> String? {
        guard (1...longest).contains(bytes.count), let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        // Unreserved otherwise (RFC 3986, 2.3), but here it ends the scenario's name.
        return PercentCoding.encode(bytes).text.split(separator: "~", omittingEmptySubsequences: false)
            .joined(separator: "%7E")
    }

    /// Whether a host can carry it: what a client makes of a host has no other bytes.
    static func isForHost(_ key: some Collection<UInt8>) -> Bool {
        key.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

/// The name of a session as a request or a control call writes it: `NAME`, `NAME~KEY` or `~ID`, where `%7E` is a `~`.
struct SessionName {
    /// The scenario's name, or `default`; empty for `~ID`.
    let scenario: Range<Int>
    /// What follows the `~`; nil if there is none.
    let key: Range<Int>?

    /// `name` is its range in `storage`.
    init(_ storage: borrowing [UInt8], _ name: Range<Int>) {
        for position in name {
            let count = Self.tildeCount(storage, position, name.upperBound)
            guard count > 0 else { continue }
            scenario = name.lowerBound..<position
            key = position + count..<name.upperBound
            return
        }
        scenario = name
        key = nil
    }

    /// Bytes of the `~` at a position; 0 if there is none.
    private static func tildeCount(_ storage: borrowing [UInt8], _ position: Int, _ end: Int) -> Int {
        switch storage[position] {
        case UInt8(ascii: "~"): 1
        case UInt8(ascii: "%")
        where end - position >= 3 && storage[position + 1] == UInt8(ascii: "7")
            && storage[position + 2] | 0x20 == UInt8(ascii: "e"):
            3
        default: 0
        }
    }
}
