import Testing

@testable import ScenarioFiles

@Suite struct StringOffsetsTests {
    /// Where the bytes of a string's value stand, one after the other.
    private func places(_ literal: String, _ count: Int) -> [Int] {
        let source = Array(literal.utf8)
        return (0...count).map { StringOffsets.sourceOffset(of: $0, in: source, string: 0..<source.count) }
    }

    @Test func plainBytesStandWhereTheyAre() {
        #expect(places(#""abc""#, 3) == [1, 2, 3, 4])
        #expect(places("\"é\"", 2) == [1, 2, 3])
    }

    @Test func escapesAreAsLongAsTheyAreWritten() {
        #expect(places(#""a\nb""#, 3) == [1, 2, 4, 5])
        #expect(places(#""\u0041b""#, 2) == [1, 7, 8])
        #expect(places(#""\u00e9b""#, 3) == [1, 7, 7, 8])
        #expect(places(#""\u20acb""#, 4) == [1, 7, 7, 7, 8])
        #expect(places(#""\ud83d\ude00b""#, 5) == [1, 13, 13, 13, 13, 14])
    }

    @Test func nothingStandsBehindTheEnd() {
        #expect(places(#""a""#, 5) == [1, 2, 2, 2, 2, 2])
    }
}
