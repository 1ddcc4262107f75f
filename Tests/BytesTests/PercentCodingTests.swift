import Bytes
import Testing

@Suite struct PercentCodingTests {
    @Test(arguments: [
        ("/a%20b", "/a b"), ("%41%6a", "Aj"), ("%", "%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("%%34", "%4"),
        ("", ""), ("%c3%A9", "é"),
    ])
    func escapesAreDecodedAndOthersStay(raw: String, decoded: String) {
        #expect(PercentCoding.decode(Array(utf8: raw)[...]).text == decoded)
    }

    @Test func everythingButUnreservedIsEncoded() {
        #expect(PercentCoding.encode("az AZ/09-._~%é".utf8).text == "az%20AZ%2F09-._~%25%C3%A9")
    }

    @Test(arguments: [
        ("/plain", "/plain"), ("/%61", "/a"), ("/a%2fb", "/a%2Fb"), ("/%25", "/%25"), ("/%", "/%25"),
        ("/%2541", "/%2541"), ("/%zz", "/%25zz"), ("/%2", "/%252"), ("/%%32%35", "/%2525"),
    ])
    func aPathHasOneCanonicalForm(raw: String, canonical: String) {
        #expect(PercentCoding.canonicalPath(Array(utf8: raw)[...]).text == canonical)
    }

    @Test func canonicalFormsAreEqualExactlyWhenDecodedSegmentsAre() {
        var draw = Draw(state: 5)
        let pieces = ["/", "%", "%2F", "%2f", "%25", "a", "%61", "2", "5", "F", "f", "%ff"].map {
            Array(utf8: $0)
        }
        func path() -> [UInt8] {
            (0..<draw.below(6)).flatMap { _ in pieces[Int(draw.below(UInt64(pieces.count)))] }
        }
        var equal = 0
        for _ in 0..<20_000 {
            let (a, b) = (path(), path())
            func segments(_ path: [UInt8]) -> [[UInt8]] {
                path.split(separator: 0x2F, omittingEmptySubsequences: false).map { PercentCoding.decode($0) }
            }
            let same = PercentCoding.canonicalPath(a[...]) == PercentCoding.canonicalPath(b[...])
            #expect(same == (segments(a) == segments(b)), "\(a.text) \(b.text)")
            equal += same ? 1 : 0
        }
        #expect(equal > 500)
    }

    @Test func onlyAPercentSignNeedsCanonicalising() {
        let bytes = Array(utf8: "/a%20/b")
        #expect(PercentCoding.needsCanonicalising(0..<7, in: bytes))
        #expect(!PercentCoding.needsCanonicalising(3..<7, in: bytes))
    }
}
