/// Hexadecimal digits, for escapes, UUIDs and seeded hex.
public enum HexDigits {
    /// The value of a digit in upper or lower case; nil for any other byte.
    @inlinable
    public static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// The upper-case digit of the low four bits.
    @inlinable
    public static func upper(_ nibble: UInt8) -> UInt8 {
        let value = nibble & 15
        return value < 10 ? 0x30 + value : 0x41 + value - 10
    }

    /// The lower-case digit of the low four bits.
    @inlinable
    public static func lower(_ nibble: UInt8) -> UInt8 {
        let value = nibble & 15
        return value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}
