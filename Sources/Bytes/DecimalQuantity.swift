/// A decimal number with a unit behind it: what durations and sizes have in common.
struct DecimalQuantity: Sendable, Hashable {
    /// The whole part; saturates.
    let whole: UInt64
    /// What follows the point, in units of 10^-18; further digits are dropped.
    let fraction: UInt64
    let unit: ArraySlice<UInt8>

    /// Nil unless the text is digits, at most one point between digits, and then anything at all.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var index = 0
        var whole: UInt64 = 0
        while index < bytes.count, Self.isDigit(bytes[index]) {
            let (tenfold, overflow) = whole.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(UInt64(bytes[index] - 0x30))
            whole = overflow || carry || whole == .max ? .max : sum
            index += 1
        }
        guard index > 0 else { return nil }
        var fraction: UInt64 = 0
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard index < bytes.count, Self.isDigit(bytes[index]) else { return nil }
            var place = Self.scale
            while index < bytes.count, Self.isDigit(bytes[index]) {
                place /= 10
                fraction += place * UInt64(bytes[index] - 0x30)
                index += 1
            }
        }
        self.whole = whole
        self.fraction = fraction
        unit = bytes[index...]
    }

    /// The quantity in a smaller unit of which `factor` make one of its own, rounded down; nil where
    /// it is more than `limit`. `isWhole` is false where something was rounded off.
    func scaled(by factor: UInt64, limit: UInt64) -> (value: UInt64, isWhole: Bool)? {
        let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
        guard !overflow, product <= limit else { return nil }
        let part = Self.scale.dividingFullWidth(fraction.multipliedFullWidth(by: factor))
        let value = product + part.quotient
        guard value < limit || (value == limit && part.remainder == 0) else { return nil }
        return (value, part.remainder == 0)
    }

    private static let scale: UInt64 = 1_000_000_000_000_000_000

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
