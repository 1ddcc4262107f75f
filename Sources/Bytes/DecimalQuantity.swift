/// A decimal number followed by a unit: the common part of durations and sizes.
struct DecimalQuantity: Sendable, Hashable {
    /// The integer part; saturates on overflow.
    let whole: UInt64
    /// The fraction, in units of 10^-18; further digits are dropped.
    let fraction: UInt64
    let unit: ArraySlice<UInt8>

    /// Nil unless the text begins with digits, with at most one point between them. All that follows is the unit.
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

    /// The quantity in a smaller unit, `factor` of which make up one of its own, rounded down; nil if that exceeds
    /// `limit`. `isWhole` is false if a fraction was dropped.
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
