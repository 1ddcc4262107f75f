/// Sizes of bodies above which parsing and matching takes more than a moment, which is about two milliseconds.
public enum BodyLimits {
    /// A body that anything parses.
    public static let parsed = 256 << 10
    /// A body that a pattern may search.
    public static let underPattern = 64 << 10
    /// Fields of a form or members of a JSON object. Counted by their separators, before anything is parsed.
    public static let fields = 20_000

    /// Calls of a batch: each is matched and answered for itself.
    public static let calls = 500
    /// Elements of XML in one call of a batch, at least.
    private static let elementsOfCall = 10
    /// The largest body that is known to have fewer calls, as in `[1,1]`.
    static let smallBatch = 2 * calls
    /// Bytes that all rules together may compare.
    static let compared = 4 << 20
    /// The largest body that is known to have fewer fields: each takes two bytes with its separator, as in `a&`.
    static let small = 2 * fields

    /// Whether a body has so many separators of forms, JSON and XML that its fields may be too many.
    public static func mayHaveManyFields(_ body: [UInt8]) -> Bool {
        body.count > small
            && count(of: UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: "<"), in: body) >= fields
    }

    /// Whether a body may be a batch of too many calls: a JSON array, or XML.
    public static func mayHaveManyCalls(_ body: [UInt8]) -> Bool {
        guard body.count > smallBatch else { return false }
        switch body.first(where: { $0 > 0x20 && $0 < 0x80 }) {
        case UInt8(ascii: "["):
            let comma = UInt8(ascii: ",")
            return count(of: comma, comma, comma, in: body) >= calls
        case UInt8(ascii: "<"):
            let bracket = UInt8(ascii: "<")
            return count(of: bracket, bracket, bracket, in: body) >= calls * elementsOfCall
        default: return false
        }
    }

    private static func count(of one: UInt8, _ other: UInt8, _ third: UInt8, in body: [UInt8]) -> Int {
        var count = 0
        for byte in body { count &+= byte == one || byte == other || byte == third ? 1 : 0 }
        return count
    }
}
