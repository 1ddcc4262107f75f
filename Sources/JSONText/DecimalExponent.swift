/// A decimal exponent of any size: an `Int` if it has at most 18 digits, otherwise its decimal digits, so that extreme
/// numbers are compared correctly too.
struct DecimalExponent: Sendable, Hashable {
    /// The value, if it has at most 18 digits.
    private(set) var int: Int?
    private var isNegative = false
    /// Without leading zeros; used only if `int` is nil.
    private var digits: [UInt8] = []

    init(_ value: Int) { int = value }

    /// Reads an optional sign and digits in ASCII; an empty text is 0.
    init(_ text: [UInt8]) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.drop { $0 == 0x2D || $0 == 0x2B }.drop { $0 == 0x30 }.map { $0 - 0x30 }
        if digits.count <= 18 {
            let magnitude = digits.reduce(0) { $0 * 10 + Int($1) }
            int = isNegative ? -magnitude : magnitude
        } else {
            self.isNegative = isNegative
            self.digits = digits
        }
    }

    /// The sum with a number of at most 18 digits, which the length of a text never exceeds.
    func adding(_ value: Int) -> DecimalExponent {
        if let int { return DecimalExponent(int + value) }
        var result = self
        // The magnitude has 19 digits or more: the addition cannot change its sign.
        var carry = isNegative ? -value : value
        var index = digits.count - 1
        while carry != 0, index >= 0 {
            let sum = Int(result.digits[index]) + carry
            let digit = (sum % 10 + 10) % 10
            result.digits[index] = UInt8(digit)
            carry = (sum - digit) / 10
            index -= 1
        }
        if carry > 0 { result.digits.insert(UInt8(carry), at: 0) }
        let zeros = result.digits.prefix { $0 == 0 }.count
        result.digits.removeFirst(zeros)
        return result.digits.count > 18 ? result : result.asInt()
    }

    func compare(to other: DecimalExponent) -> Int {
        switch (int, other.int) {
        case (let a?, let b?): return a < b ? -1 : a > b ? 1 : 0
        case (_?, nil): return other.isNegative ? 1 : -1
        case (nil, _?): return isNegative ? -1 : 1
        case (nil, nil):
            if isNegative != other.isNegative { return isNegative ? -1 : 1 }
            if digits == other.digits { return 0 }
            let isSmaller =
                digits.count == other.digits.count
                ? digits.lexicographicallyPrecedes(other.digits) : digits.count < other.digits.count
            return isSmaller != isNegative ? -1 : 1
        }
    }

    private func asInt() -> DecimalExponent {
        let magnitude = digits.reduce(0) { $0 * 10 + Int($1) }
        return DecimalExponent(isNegative ? -magnitude : magnitude)
    }
}
