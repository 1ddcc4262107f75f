/// Hexadecimal digits, two for each byte, in either case; one blank may stand between two bytes.
public enum Hex {
    /// The bytes; nil for anything else.
    public static func decode(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var index = 0
        while index < text.count {
            if text[index] == 0x20, index > 0 { index += 1 }
            guard index + 1 < text.count, let high = HexDigits.value(text[index]),
                let low = HexDigits.value(text[index + 1])
            else {
                return nil
            }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }
}
