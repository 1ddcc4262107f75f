/// The last word of a request line (RFC 9112, 2.3).
package enum VersionText {
    package static let count = 8

    /// Whether eight bytes are such as `HTTP/1.1`, with one digit on each side, whatever the numbers.
    package static func isVersion(_ text: UnsafePointer<UInt8>) -> Bool {
        let word = unsafe word(text)
        return word & 0xFFFF_FFFF_FF00_FF00 == 0x4854_5450_2F00_2E00 && isDigit(word >> 16) && isDigit(word)
    }

    /// The minor number of HTTP/1.1 and HTTP/1.0; nil for all else.
    static func minorVersion(_ text: UnsafePointer<UInt8>) -> Int? {
        switch unsafe word(text) {
        case 0x4854_5450_2F31_2E31: 1
        case 0x4854_5450_2F31_2E30: 0
        default: nil
        }
    }

    /// The text as a number, its last byte lowest.
    private static func word(_ text: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(bigEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    }

    private static func isDigit(_ word: UInt64) -> Bool { (0x30...0x39).contains(word & 0xFF) }
}
