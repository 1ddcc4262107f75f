/// A decimal number in normalized form, the same for all spellings of a value: 0.d₁d₂…dₙ times a power of ten, without
/// leading and trailing zeros.
///
/// All operations are linear in the length of the text, also for `1e999999999999999999999`.
struct Decimal: Sendable, Hashable {
    let isNegative: Bool
    /// Values 0 to 9; empty for zero.
    let digits: [UInt8]
    let exponent: DecimalExponent

    /// - Precondition: The text is a number of RFC 8259.
    init(_ text: String) {
        var digits: [UInt8] = []
        var fractionDigits = 0
        var exponentText: [UInt8] = []
        var isNegative = false
        var section = Section.whole
        for byte in text.utf8 {
            switch (byte, section) {
            case (_, .exponent): exponentText.append(byte)
            case (UInt8(ascii: "-"), _): isNegative = true
            case (UInt8(ascii: "."), _): section = .fraction
            case (UInt8(ascii: "e"), _), (UInt8(ascii: "E"), _): section = .exponent
            default:
                digits.append(byte - 0x30)
                if section == .fraction { fractionDigits += 1 }
            }
        }
        let wholeDigits = digits.count - fractionDigits
        let leading = digits.firstIndex { $0 != 0 } ?? digits.count
        let end = digits.lastIndex { $0 != 0 }.map { $0 + 1 } ?? leading
        self.digits = Array(digits[leading..<end])
        self.isNegative = isNegative && !self.digits.isEmpty
        exponent =
            self.digits.isEmpty
            ? DecimalExponent(0) : DecimalExponent(exponentText).adding(wholeDigits - leading)
    }

    func compare(to other: Decimal) -> Int {
        if isNegative != other.isNegative { return isNegative ? -1 : 1 }
        let magnitudes = compareMagnitude(to: other)
        return isNegative ? -magnitudes : magnitudes
    }

    private func compareMagnitude(to other: Decimal) -> Int {
        if digits.isEmpty || other.digits.isEmpty {
            return (digits.isEmpty ? 0 : 1) - (other.digits.isEmpty ? 0 : 1)
        }
        let exponents = exponent.compare(to: other.exponent)
        if exponents != 0 { return exponents }
        if digits == other.digits { return 0 }
        return digits.lexicographicallyPrecedes(other.digits) ? -1 : 1
    }

    private enum Section { case whole, fraction, exponent }
}
