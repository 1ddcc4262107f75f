import Bytes
import Testing

@Suite struct Base64Tests {
    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func theRFCsVectorsHold(plain: String, coded: String) {
        #expect(Base64.encode(Array(utf8: plain)).text == coded)
        #expect(Base64.decode(Array(utf8: coded)) == Array(utf8: plain))
    }

    @Test func allBytesComeBack() {
        let bytes = (0..<256).map { UInt8($0) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm9v\n", " Zm9", "Zm-_", "=", "====", "Z===", "Zg==Zg==",
    ])
    func whatIsNotCanonicalIsRefused(text: String) {
        #expect(Base64.decode(Array(utf8: text)) == nil)
    }
}
