import Testing
import Wire

struct ByteRangesTests {
    private static func read(_ field: String, of count: Int = 10) -> ByteRanges {
        .read(Array(field.utf8)[...], of: count)
    }

    @Test(arguments: [
        ("bytes=0-3", 0..<4), ("bytes=9-9", 9..<10), ("bytes=4-", 4..<10), ("bytes=0-", 0..<10), ("bytes=-3", 7..<10),
        ("bytes=-99", 0..<10), ("bytes=8-99", 8..<10), ("Bytes=0-0", 0..<1), ("bytes= 0-1 ", 0..<2),
        ("bytes=,0-1,", 0..<2), ("bytes=8-99999999999999999999999", 8..<10),
        ("bytes=-99999999999999999999999", 0..<10),
        // What lies behind the body is not sent, what lies in it is.
        ("bytes=20-30,0-1", 0..<2),
    ])
    func onePart(field: String, range: Range<Int>) {
        #expect(Self.read(field) == .parts([range]))
    }

    @Test func severalInTheirOrder() {
        #expect(Self.read("bytes=8-9, 0-1 ,-3") == .parts([8..<10, 0..<2, 7..<10]))
        #expect(Self.read("bytes=0-4,0-4") == .parts([0..<5, 0..<5]))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-", "bytes=10-,11-,-0"])
    func nothingOfIt(field: String) {
        #expect(Self.read(field) == .unsatisfiable)
    }

    @Test(arguments: ["bytes=0-", "bytes=-1", "bytes=0-0"])
    func nothingOfNothing(field: String) {
        #expect(Self.read(field, of: 0) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=a-b", "bytes=3-2", "bytes=0-1-2", "bytes=--1", "bytes=+1-2",
        "bytes=0 -1", "bytes=0-1;2-3", "bytes=0-1,x", "bytes=20-,3-2", "items=0-1", "bytes =0-1", "0-1",
    ])
    func noRange(field: String) {
        #expect(Self.read(field) == .whole)
    }

    @Test func moreThanThereIsIsAllOfIt() {
        #expect(Self.read("bytes=0-4,0-5") == .whole)
        #expect(Self.read("bytes=" + Array(repeating: "0-", count: 10_000).joined(separator: ",")) == .whole)
    }

    @Test func veryManyAreAllOfIt() {
        let list = { (count: Int) in "bytes=" + (0..<count).map { "\($0)-\($0)" }.joined(separator: ",") }
        #expect(
            Self.read(list(ByteRanges.maximumCount), of: 1000)
                == .parts((0..<ByteRanges.maximumCount).map { $0..<$0 + 1 }))
        #expect(Self.read(list(ByteRanges.maximumCount + 1), of: 1000) == .whole)
    }
}
