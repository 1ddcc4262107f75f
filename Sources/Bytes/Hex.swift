/// Hexadecimal digits, two for each byte, in either case; one blank may stand between two bytes.
public enum Hex {
    /// The bytes; nil for anything else.
    public static func decode(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var index = 0
        while index < text.count {
            if text[index] == 0x20, index > 0 { index += 1 }
            guard index + 1 < text.count, let high = digit(text[index]), let low = digit(text[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
