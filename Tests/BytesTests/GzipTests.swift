import Bytes
import Testing

@Suite struct GzipTests {
    @Test func theChecksumIsThatOfTheCatalogueOfCRCs() {
        #expect(CRC32.checksum("123456789".utf8) == 0xCBF4_3926)
        #expect(CRC32.checksum([UInt8]()) == 0)
        #expect(CRC32.checksum("The quick brown fox jumps over the lazy dog".utf8) == 0x414F_A339)
    }

    @Test func theChecksumMayComeInPieces() {
        var sum = CRC32()
        sum.update("1234".utf8)
        sum.update("56789".utf8)
        #expect(sum.value == 0xCBF4_3926)
    }

    @Test func shortContentIsOneStoredBlock() {
        #expect(
            Gzip.stored(Array(utf8: "hello")) == [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1, 5, 0, 0xFA, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F,
                0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
            ])
    }

    @Test func emptyContentIsOneEmptyBlock() {
        #expect(Gzip.stored([])[10...] == [1, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func longContentIsSeveralBlocks() {
        let file = Gzip.stored([UInt8](repeating: 7, count: 65_536))
        #expect(file[10..<15] == [0, 0xFF, 0xFF, 0, 0])
        #expect(file[(15 + 65_535)..<(20 + 65_535)] == [1, 1, 0, 0xFE, 0xFF])
        #expect(file.count == 10 + 65_536 + 10 + 8)
    }
}
