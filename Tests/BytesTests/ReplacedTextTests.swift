import Bytes
import Testing

@Suite struct ReplacedTextTests {
    @Test(arguments: [
        ("a-b-c", "-", "+", "a+b+c"), ("aaaa", "aa", "b", "bb"), ("aaa", "aa", "b", "ba"), ("end.", ".", "", "end"),
        ("", "a", "b", ""), ("abc", "", "x", "abc"), ("abc", "d", "x", "abc"), ("~/", "~", "~0", "~0/"),
        ("über", "ü", "ue", "ueber"),
    ])
    func eachOccurrenceIsReplaced(text: String, part: String, other: String, result: String) {
        #expect(text.replacing(each: part, by: other) == result)
        #expect(text.dropFirst(0).replacing(each: part, by: other) == result)
    }
}
