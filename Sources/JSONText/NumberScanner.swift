/// The grammar of numbers (RFC 8259, section 6), for the parser and for numbers made by code.
enum NumberScanner {
    enum Failure: Error, Hashable {
        /// A digit follows a leading 0, which is at this offset.
        case leadingZero(Int)
        /// A digit is missing at this offset.
        case missingDigit(Int)
    }

    /// The end of the number that begins at `start` with `-` or a digit.
    static func end(of bytes: borrowing [UInt8], from start: Int) -> Result<Int, Failure> {
        var index = start
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
        let whole = index
        index = digits(bytes, from: index)
        guard index > whole else { return .failure(.missingDigit(index)) }
        if bytes[whole] == UInt8(ascii: "0"), index > whole + 1 {
            return .failure(.leadingZero(whole))
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            let fraction = index + 1
            index = digits(bytes, from: fraction)
            guard index > fraction else { return .failure(.missingDigit(index)) }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
            let exponent = index
            index = digits(bytes, from: exponent)
            guard index > exponent else { return .failure(.missingDigit(index)) }
        }
        return .success(index)
    }

    private static func digits(_ bytes: borrowing [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 { index += 1 }
        return index
    }
}
