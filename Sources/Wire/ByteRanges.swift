/// The byte ranges of a body that a request asks for (RFC 9110, 14.1.2 and 14.2).
public enum ByteRanges: Sendable, Hashable {
    /// The whole body: the field is missing, malformed, or asks for too much, and is ignored.
    case whole
    /// In the order of the request.
    case parts([Range<Int>])
    case unsatisfiable

    /// The maximum number of ranges that are sent.
    public static let maximumCount = 64

    /// Reads a `Range` field for a body of `count` bytes. The whole body is sent if the ranges add up to more than the
    /// body or are more than `maximumCount` (RFC 9110, 17.15).
    public static func read(_ field: ArraySlice<UInt8>, of count: Int) -> ByteRanges {
        guard let equals = field.firstIndex(of: UInt8(ascii: "=")), field[..<equals].equalsIgnoringCase("bytes") else {
            return .whole
        }
        var ranges: [Range<Int>] = []
        var total = 0
        var isEmpty = true
        for text in field[(equals + 1)...].split(separator: UInt8(ascii: ",")) {
            let text = text.trimmingSpaces()
            if text.isEmpty { continue }  // RFC 9110, 5.6.1.2
            guard let range = read(one: text, of: count) else { return .whole }
            isEmpty = false
            if range.isEmpty { continue }
            ranges.append(range)
            total += range.count
            if ranges.count > maximumCount || total > count { return .whole }
        }
        if isEmpty { return .whole }
        return ranges.isEmpty ? .unsatisfiable : .parts(ranges)
    }

    /// One range of a list; empty if it is behind the end of the body, nil if it is malformed.
    private static func read(one text: ArraySlice<UInt8>, of count: Int) -> Range<Int>? {
        guard let dash = text.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let (first, last) = (text[..<dash], text[(dash + 1)...])
        if first.isEmpty { return number(last).map { max(0, count - $0)..<count } }
        guard let start = number(first) else { return nil }
        if last.isEmpty { return min(start, count)..<count }
        guard let end = number(last), start <= end else { return nil }
        return start < count ? start..<min(end, count - 1) + 1 : count..<count
    }

    /// A number of digits only; saturates on overflow.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (tenfold, isOver) = value.multipliedReportingOverflow(by: 10)
            let (sum, isFarOver) = tenfold.addingReportingOverflow(Int(digit - 0x30))
            value = isOver || isFarOver ? .max : sum
        }
        return value
    }
}
