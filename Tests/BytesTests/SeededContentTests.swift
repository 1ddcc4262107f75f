import Bytes
import Testing

@Suite struct SeededContentTests {
    private let content = SeededContent(key: 42, count: 1_000)

    @Test func theBytesAreFrozen() {
        #expect(content.bytes(0..<40).text == "WHw1.2of!yEb2tx.>[%'@F>:Vt;%~s*@y,:-A@e#")
    }

    @Test func anyRangeIsAPartOfTheWhole() {
        let whole = content.bytes(0..<1_000)
        #expect(whole.count == 1_000 && whole.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
        for start in 0..<40 {
            #expect(content.bytes(start..<start + 30) == Array(whole[start..<start + 30]))
        }
        #expect(content.bytes(990..<2_000) == Array(whole[990...]))
        #expect(content.bytes(1_000..<1_010).isEmpty)
    }

    @Test func fillingSaysHowManyBytesThereWere() {
        var buffer = [UInt8](repeating: 0, count: 16)
        var span = buffer.mutableSpan
        #expect(content.fill(offset: 995, into: &span) == 5)
        #expect(content.fill(offset: 1_000, into: &span) == 0)
        #expect(content.fill(offset: -1, into: &span) == 0)
        #expect(Array(buffer[..<5]) == content.bytes(995..<1_000) && buffer[5] == 0)
    }

    @Test func allPrintableCharactersOccur() {
        #expect(Set(SeededContent(key: 1, count: 20_000).bytes(0..<20_000)).count == 95)
    }
}
