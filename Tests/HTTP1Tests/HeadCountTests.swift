import HTTP1
import Testing
import Wire

struct HeadCountTests {
    @Test(arguments: [0, 9, 10, 99, 100, 12_345])
    func theBytesOfAHeadAreCountedAsTheyAreWritten(length: Int) {
        var undated = ResponseHead(fields: [HeaderField("Content-Type", "text/plain")])
        undated.replace([Array("date".utf8)], with: [])
        let heads = [
            ResponseHead(), undated, ResponseHead(status: 404, reason: Array("Gone fishing".utf8)),
            ResponseHead(status: 599, fields: [HeaderField("Date", "never"), HeaderField("X", "")]),
        ]
        for head in heads {
            var bytes: [UInt8] = []
            let date = [UInt8](repeating: 0x30, count: 29)
            HTTP1Head.write(head, .length(length), HTTP1Head.Setting(date: date), into: &bytes)
            #expect(HTTP1Head.count(of: head, length: length) == bytes.count)
        }
    }
}
