import TestSupport

extension [UInt8] {
    private static let dateField = Array("\r\nDate: ".utf8)
    /// `Date: ` with its value and the end of its line.
    static let dateCount = 37

    /// The bytes without `Date` fields, whose values no test can know.
    var withoutDates: [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < count {
            guard self[index] == 0x0D, self[index...].starts(with: Self.dateField) else {
                result.append(self[index])
                index += 1
                continue
            }
            index += Self.dateCount
        }
        return result
    }

    /// The value of the first `Date` field.
    var date: [UInt8]? {
        let place = indices.first { self[$0] == 0x0D && self[$0...].starts(with: Self.dateField) }
        return place.map { Array(self[$0 + 8..<$0 + 37]) }
    }

    /// With everything but printable ASCII escaped, for messages.
    var shown: String {
        prefix(2000).reduce(into: "") { text, byte in
            switch byte {
            case 0x0A: text += "\\n\n"
            case 0x20..<0x7F: text += String(UnicodeScalar(byte))
            default: text += "\\x" + String(byte, radix: 16)
            }
        }
    }
}

extension RawConnection.Received {
    var withoutDate: String { String(decoding: bytes.withoutDates, as: UTF8.self) }
    /// The status that the first line says.
    var status: Int? {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return Int(line.split(separator: " ").dropFirst().first ?? "")
    }
}
