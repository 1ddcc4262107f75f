import Bytes
import Testing

struct MD5Tests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// RFC 1321, A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func digestsAreThoseOfTheSpecification(input: String, digest: String) {
        #expect(text(MD5.hex(Array(input.utf8))) == digest)
    }

    /// Where the padding needs a block of its own, and where it just does not.
    @Test(arguments: [
        (55, "ef1772b6dff9a122358552954ad0df65"), (56, "3b0c8ac703f828b04c6c197006d17218"),
        (63, "b06521f39153d618550606be297466d5"), (64, "014842d480b571495a4a0363793f7367"),
    ])
    func everyLengthIsPaddedToWholeBlocks(count: Int, digest: String) {
        #expect(text(MD5.hex([UInt8](repeating: UInt8(ascii: "a"), count: count))) == digest)
    }

    /// RFC 2202, 2.
    @Test func authenticationCodesAreThoseOfTheSpecification() {
        let data = Array("what do ya want for nothing?".utf8)
        #expect(text(MD5.authenticationCode(data, key: Array("Jefe".utf8))) == "750c783e6ab0b503eaa86e310a5db738")
        let long = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(
            text(MD5.authenticationCode(long, key: [UInt8](repeating: 0xAA, count: 80)))
                == "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd")
    }
}
