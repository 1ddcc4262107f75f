/// A number with its original text: 1.0 and 1 are equal for a matcher, but different bytes for a client.
public struct JSONNumber: Sendable, Hashable {
    /// The exact text, by which `==` compares. For equality of values see `isNumericallyEqual(to:)`.
    public let text: String

    /// Nil unless the text is a number of RFC 8259, section 6.
    public init?(_ text: String) {
        guard NumberScanner.end(of: Array(text.utf8), from: 0) == .success(text.utf8.count) else {
            return nil
        }
        self.text = text
    }

    public init(_ value: Int) { text = String(value) }

    init(checked text: String) { self.text = text }

    /// The value if it is an integer that fits: `1.0` and `1e2` are integers, `1.5` is not.
    public var int: Int? {
        if let int = Int(text) { return int }
        let decimal = Decimal(text)
        guard !decimal.digits.isEmpty else { return 0 }
        guard let exponent = decimal.exponent.int, exponent <= 19, exponent >= decimal.digits.count
        else { return nil }
        var value = 0
        for place in 0..<exponent {
            let digit = place < decimal.digits.count ? Int(decimal.digits[place]) : 0
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.subtractingReportingOverflow(digit)
            if overflow || carry { return nil }
            value = sum
        }
        if decimal.isNegative { return value }
        return value == .min ? nil : -value
    }

    /// A canonical text, the same for all numbers of the same value; for integers that fit an `Int`, their digits.
    /// Exponents of more than 18 digits are left out, so that numbers which differ only in those share a text.
    public var canonical: [UInt8] {
        if let int { return Array(String(int).utf8) }
        let decimal = Decimal(text)
        let exponent = decimal.exponent.int.map { String($0) } ?? ""
        return Array((decimal.isNegative ? "-" : "").utf8) + decimal.digits.map { $0 + 0x30 }
            + Array("e\(exponent)".utf8)
    }

    /// The nearest double; nil if it would be infinite.
    public var double: Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether both have exactly the same value, without rounding.
    public func isNumericallyEqual(to other: JSONNumber) -> Bool {
        text == other.text || compare(to: other) == 0
    }

    /// Compares exactly, without rounding: negative, 0 or positive if this is less than, equal to or greater than the
    /// other.
    public func compare(to other: JSONNumber) -> Int {
        if let a = Int(text), let b = Int(other.text) { return a < b ? -1 : a > b ? 1 : 0 }
        return Decimal(text).compare(to: Decimal(other.text))
    }
}
