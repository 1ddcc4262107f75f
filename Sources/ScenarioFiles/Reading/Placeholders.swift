/// Scans strings for double braces.
enum Placeholders {
    /// Offsets of a placeholder within a string.
    struct Occurrence: Error {
        let offset: Int
        let end: Int
    }

    static func firstBraces(in bytes: [UInt8]) -> Int? {
        guard bytes.count > 1 else { return nil }
        for index in 1..<bytes.count where bytes[index] == UInt8(ascii: "{") && bytes[index - 1] == UInt8(ascii: "{") {
            return index - 1
        }
        return nil
    }

    /// The bytes with `{{` for each `{{{{`; fails at the first placeholder.
    static func unescape(_ bytes: [UInt8], from first: Int) -> Result<[UInt8], Occurrence> {
        var result = Array(bytes[..<first])
        var index = first
        while index < bytes.count {
            let braces = bytes[index...].prefix(4).prefix { $0 == UInt8(ascii: "{") }.count
            switch braces {
            case 4:
                result += [UInt8(ascii: "{"), UInt8(ascii: "{")]
                index += 4
            case 2:
                return .failure(Occurrence(offset: index, end: end(of: index, in: bytes) ?? index + 2))
            default:
                result.append(bytes[index])
                index += 1
            }
        }
        return .success(result)
    }

    /// The offset before unescaping, for an offset after it: `{{{{` is two bytes longer than `{{`.
    static func offset(_ offset: Int, in bytes: [UInt8]) -> Int {
        var before = 0
        var after = 0
        while after < offset, before < bytes.count {
            let isEscape =
                bytes[before...].prefix(4).allSatisfy { $0 == UInt8(ascii: "{") } && before + 4 <= bytes.count
            before += isEscape ? 4 : 1
            after += isEscape ? 2 : 1
        }
        return before
    }

    /// The offset after the closing braces; nil if there are none.
    static func end(of start: Int, in bytes: [UInt8]) -> Int? {
        var index = start + 2
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "}"), bytes[index + 1] == UInt8(ascii: "}") { return index + 2 }
            index += 1
        }
        return nil
    }
}
