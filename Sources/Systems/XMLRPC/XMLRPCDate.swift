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
        let zone = text.suffix(6)
        let hasOffset = zone.count == 6 && text.count > 6 && (zone.first.map { "+-".utf8.contains($0) } ?? false)
        guard hasOffset else { return basicFormat(text) != nil && text.count > 9 && text[4] == UInt8(ascii: "-") }
        let digits = Array(zone.dropFirst())
        guard digits[2] == UInt8(ascii: ":"), [0, 1, 3, 4].allSatisfy({ (0x30...0x39).contains(digits[$0]) }) else {
            return false
        }
        let date = Array(text.dropLast(6))
        return date.last != UInt8(ascii: "Z") && isXMLSchemaDateTime(date)
    }

    /// Whether the day and the time exist; second 60 is a leap second.
    private static func isValid(_ date: [UInt8]) -> Bool {
        func number(_ range: Range<Int>) -> Int { date[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        let (year, month) = (number(0..<4), number(4..<6))
        guard (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(number(6..<8)) && number(9..<11) < 24 && number(12..<14) < 60
            && number(15..<17) <= 60
    }
}
