import JSONText
import Testing

@Suite struct SourceTextTests {
    private func place(_ text: String, _ offset: Int) -> [Int] {
        let position = SourceText(name: "a.json", bytes: Array(text.utf8)).position(of: offset)
        return [position.line, position.column]
    }

    @Test func linesAndColumnsCountFromOne() {
        #expect(place("", 0) == [1, 1])
        #expect(place("ab\ncd", 2) == [1, 3])
        #expect(place("ab\ncd", 3) == [2, 1])
        #expect(place("ab\ncd", 99) == [2, 3])
        #expect(place("ab\n", 3) == [2, 1])
        #expect(place("ab", -1) == [1, 1])
    }

    @Test func columnsCountScalarsAndTabsAreOne() {
        #expect(place("\té😀x", 1) == [1, 2])
        #expect(place("\té😀x", 3) == [1, 3])
        #expect(place("\té😀x", 7) == [1, 4])
    }

    @Test func bytesThatAreNotTextCountOneEach() {
        let source = SourceText(name: "a", bytes: [0xFF, 0x80, 0x61])
        #expect(source.position(of: 2).column == 3)
    }

    @Test func aLineComesWithoutItsEnd() {
        let source = SourceText(name: "a", bytes: Array("ab\r\ncd\n\nef".utf8))
        #expect(source.line(containing: 1) == 0..<2)
        #expect(source.line(containing: 3) == 0..<2)
        #expect(source.line(containing: 5) == 4..<6)
        #expect(source.line(containing: 7) == 7..<7)
        #expect(source.line(containing: 10) == 8..<10)
    }
}
