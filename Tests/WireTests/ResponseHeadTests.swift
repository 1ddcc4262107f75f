import Testing
import Wire

struct ResponseHeadTests {
    private let head = ResponseHead(fields: [
        HeaderField("A", "1"), HeaderField("b", "2"), HeaderField("a", "3"), HeaderField("C", "4"),
    ])

    @Test func settingReplacesAllOfThatNameAtThePlaceOfTheFirst() {
        var head = head
        head.set("a", "9")
        #expect(head.fields == [HeaderField("a", "9"), HeaderField("b", "2"), HeaderField("C", "4")])
        head.set("New", "5")
        #expect(head.fields.last == HeaderField("New", "5"))
    }

    @Test func removingIgnoresCase() {
        var head = head
        head.remove("A")
        #expect(head.fields == [HeaderField("b", "2"), HeaderField("C", "4")])
        #expect(!head.has("a"))
        #expect(head.first("c") == [0x34])
    }
}
