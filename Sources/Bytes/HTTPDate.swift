/// Dates as HTTP and JSON write them, from plain numbers: a session's clock may be manual, and the pure modules have no
/// calendar.
public enum HTTPDate {
    /// An IMF-fixdate (RFC 9110, section 5.6.7), always 29 bytes; moments outside the years 0 to 9999 are
    /// clamped to the first or last second of that range.
    ///
    ///     HTTPDate.format(epochSeconds: 784_111_777)  // "Sun, 06 Nov 1994 08:49:37 GMT"
    public static func format(epochSeconds: Int64) -> [UInt8] {
        let moment = CivilTime(epochSeconds: epochSeconds)
        var text: [UInt8] = []
        text.reserveCapacity(29)
        text += weekdays[moment.weekday]
        text += [0x2C, 0x20]
        append(moment.day, digits: 2, to: &text)
        text.append(0x20)
        text += months[moment.month - 1]
        text.append(0x20)
        append(moment.year, digits: 4, to: &text)
        text.append(0x20)
        appendTime(moment, to: &text)
        text += [0x20, 0x47, 0x4D, 0x54]
        return text
    }

    /// The obsolete format of RFC 850 (RFC 9110, section 5.6.7), with any name of a zone, for which the caller has moved
    /// the time.
    ///
    ///     HTTPDate.rfc850(epochSeconds: 784_111_777, zone: "GMT")  // "Sunday, 06-Nov-94 08:49:37 GMT"
    public static func rfc850(epochSeconds: Int64, zone: String) -> [UInt8] {
        let moment = CivilTime(epochSeconds: epochSeconds)
        var text = Array("\(longWeekdays[moment.weekday]), ".utf8)
        append(moment.day, digits: 2, to: &text)
        text.append(0x2D)
        text += months[moment.month - 1]
        text.append(0x2D)
        append(moment.year % 100, digits: 2, to: &text)
        text.append(0x20)
        appendTime(moment, to: &text)
        text += " \(zone)".utf8
        return text
    }

    /// RFC 3339, section 5.6, in UTC with milliseconds: `2030-01-01T00:00:00.000Z`.
    public static func iso8601(epochMilliseconds: Int64) -> [UInt8] {
        let (seconds, milliseconds) = floorDivide(epochMilliseconds, 1_000)
        var text = iso8601(epochSeconds: seconds)
        text[text.count - 1] = 0x2E
        append(Int(milliseconds), digits: 3, to: &text)
        text.append(0x5A)
        return text
    }

    /// ISO 8601 with whole seconds, in UTC.
    public static func iso8601(epochSeconds seconds: Int64) -> [UInt8] {
        let moment = CivilTime(epochSeconds: seconds)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        append(moment.year, digits: 4, to: &text)
        text.append(0x2D)
        append(moment.month, digits: 2, to: &text)
        text.append(0x2D)
        append(moment.day, digits: 2, to: &text)
        text.append(0x54)
        appendTime(moment, to: &text)
        text.append(0x5A)
        return text
    }

    /// Seconds since 1970 of an IMF-fixdate; nil for any other format, for a day that does not exist and for the wrong
    /// weekday. A leap second (`:60`) counts as the second after it.
    public static func parse(_ text: ArraySlice<UInt8>) -> Int64? {
        guard text.count == 29 else { return nil }
        let text = Array(text)
        guard text[3] == 0x2C, [4, 7, 11, 16, 25].allSatisfy({ text[$0] == 0x20 }),
            text[19] == 0x3A, text[22] == 0x3A, Array(text[26...]) == [0x47, 0x4D, 0x54],
            let weekday = weekdays.firstIndex(of: Array(text[..<3])),
            let month = months.firstIndex(of: Array(text[8..<11])),
            let day = number(text[5..<7]), let year = number(text[12..<16]),
            let hour = number(text[17..<19]), let minute = number(text[20..<22]),
            let second = number(text[23..<25]), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = CivilTime.days(year: year, month: month + 1, day: day)
        let civil = CivilTime(epochSeconds: days * 86_400)
        guard civil.month == month + 1, civil.day == day, civil.weekday == weekday else { return nil }
        return days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    public static func parse(_ text: [UInt8]) -> Int64? { parse(text[...]) }

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map { [UInt8]($0.utf8) }
    private static let longWeekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ].map { [UInt8]($0.utf8) }

    static func floorDivide(_ value: Int64, _ by: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: by)
        return remainder < 0 ? (quotient - 1, remainder + by) : (quotient, remainder)
    }

    private static func appendTime(_ moment: CivilTime, to text: inout [UInt8]) {
        append(moment.hour, digits: 2, to: &text)
        text.append(0x3A)
        append(moment.minute, digits: 2, to: &text)
        text.append(0x3A)
        append(moment.second, digits: 2, to: &text)
    }

    private static func append(_ value: Int, digits: Int, to text: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            text.append(0x30 + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }
}
