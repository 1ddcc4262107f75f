import Testing
import Wire

struct FieldSyntaxTests {
    /// RFC 9110, 5.6.2.
    @Test func bytesOfATokenAreThoseOfTheGrammar() {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        for byte in UInt8.min...UInt8.max {
            let isIn =
                marks.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
            #expect(byte.isTokenByte == isIn, "\(byte)")
            let bytes: [UInt8] = [0x61, byte, 0x62, 0x3A]
            #expect(unsafe bytes.withUnsafeBufferPointer { unsafe $0.tokenCount } == (isIn ? 3 : 1), "\(byte)")
        }
        #expect(unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0).tokenCount == 0)
    }
}
