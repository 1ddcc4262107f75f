/// The type `dateTime.iso8601`: `20300101T00:00:00`, without a time zone.
enum XMLRPCDate {
    /// The form of the specification; nil if the text is not a date. Hyphens, a fraction of a second and a final Z are
    /// accepted and left out.
    static func basicFormat(_ text: [UInt8]) -> [UInt8]? {
        var date: [UInt8] = []
        var rest = text[...]
        for piece in ["####-##-##", "T##:##:##"] {
            for wanted in piece.utf8 {
                let isOptional = wanted == UInt8(ascii: "-")
                guard let byte = rest.first else { return nil }
                if wanted == UInt8(ascii: "#") ? !(0x30...0x39).contains(byte) : byte != wanted {
                    if isOptional { continue }
                    return nil
                }
                rest.removeFirst()
                if !isOptional { date.append(byte) }
            }
        }
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        if rest.first == UInt8(ascii: "Z") { rest.removeFirst() }
        return rest.isEmpty && isValid(date) ? date : nil
    }

    /// Whether the text is a `dateTime` of XML Schema: `2030-01-01T00:00:00.5+01:00`, where the zone may be Z or missing.
    static func isXMLSchemaDateTime(_ text: [UInt8]) -> Bool {
        guard text.count <= longest else { return false }
        let date = withoutOffset(text) ?? text[...]
        let hyphens = [4, 7].allSatisfy { date.indices.contains($0) && date[$0] == UInt8(ascii: "-") }
        let hasTwoZones = date.count < text.count && date.last == UInt8(ascii: "Z")
        return hyphens && !hasTwoZones && basicFormat(Array(date)) != nil
    }

    /// More than any fraction of a second needs.
    private static let longest = 64

    /// The text before an offset such as `+01:00`, which is 14 hours at most; nil if it ends with none.
    private static func withoutOffset(_ text: [UInt8]) -> ArraySlice<UInt8>? {
        let offset = Array(text.suffix(6))
        guard offset.count == 6, "+-".utf8.contains(offset[0]), offset[3] == UInt8(ascii: ":"),
            [1, 2, 4, 5].allSatisfy({ (0x30...0x39).contains(offset[$0]) })
        else { return nil }
        let (hours, minutes) = (number(offset[1...2]), number(offset[4...5]))
        return minutes < 60 && hours * 60 + minutes <= 14 * 60 ? text.dropLast(6) : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } }

    /// Whether the day and the time exist; second 60 is a leap second.
    private static func isValid(_ date: [UInt8]) -> Bool {
        func number(_ range: Range<Int>) -> Int { Self.number(date[range]) }
        let (year, month) = (number(0..<4), number(4..<6))
        guard (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(number(6..<8)) && number(9..<11) < 24 && number(12..<14) < 60
            && number(15..<17) <= 60
    }
}
