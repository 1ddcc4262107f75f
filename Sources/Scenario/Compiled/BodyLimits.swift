/// Sizes of bodies above which parsing and matching takes more than a moment, which is about two milliseconds.
public enum BodyLimits {
    /// A body that anything parses.
    public static let parsed = 256 << 10
    /// A body that a pattern may search.
    public static let underPattern = 64 << 10
    /// Fields of a form or members of a JSON object. Counted by their separators, before anything is parsed.
    public static let fields = 20_000

    /// Bytes that all rules together may compare.
    static let compared = 4 << 20
    /// The largest body that is known to have fewer fields: each takes two bytes with its separator, as in `a&`.
    static let small = 2 * fields

    /// Whether a body has so many separators of forms, JSON and XML that its fields may be too many.
    public static func mayHaveManyFields(_ body: [UInt8]) -> Bool {
        guard body.count > small else { return false }
        var count = 0
        for byte in body {
            let isSeparator =
                byte == UInt8(ascii: "&") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "<")
            count &+= isSeparator ? 1 : 0
        }
        return count >= fields
    }
}
