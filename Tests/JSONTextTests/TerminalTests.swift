import JSONText
import Testing

/// What is printed of text that anybody may have written.
struct TerminalTests {
    @Test(
        arguments: [
            ([0x61, 0xFF], #"a\xFF"#), ([0x1B, 0x5B], "␛["), ([0x0A], "␊"), ([0xC3, 0xA4], "ä"), ([0xC3], #"\xC3"#),
            ([0xE2, 0x80, 0xAE], "\u{FFFD}"), ([0x00], "␀"), ([0x0F, 0x80], #"␏\x80"#), ([], ""),
        ] as [([UInt8], String)])
    func bytesComeOutAsWhatTheyAre(bytes: [UInt8], shown: String) {
        #expect(Terminal.safe(bytes: bytes) == shown)
    }
}
