/// Writes a JSON number without an exponent, which the specification of XML-RPC does not have.
enum PlainDecimal {
    /// `1.5e3` is 1500, `25e-1` is 2.5.
    static func text(_ number: String) -> String {
        guard let exponentIndex = number.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return number }
        let mantissa = number[..<exponentIndex]
        // A mantissa of zero, and an exponent far outside of a double's range, are written as 0.0.
        guard mantissa.contains(where: { ("1"..."9").contains($0) }),
            let exponent = Int(number[number.index(after: exponentIndex)...]),
            exponent.magnitude <= UInt(400 + mantissa.count)
        else { return "0.0" }
        let sign = mantissa.hasPrefix("-") ? "-" : ""
        let parts = mantissa.drop { $0 == "-" }.split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        var digits = Array(parts[0] + fraction)
        var point = parts[0].count + exponent
        if point < 1 {
            digits = Array(repeating: "0", count: 1 - point) + digits
            point = 1
        }
        while digits.count < point { digits.append("0") }
        let whole = String(digits[..<point].drop { $0 == "0" })
        let rest = String(digits[point...])
        return sign + (whole.isEmpty ? "0" : whole) + "." + (rest.isEmpty ? "0" : rest)
    }
}
