import Bytes
import TestSupport
import Testing

/// Bytes within others, however often their beginning is there.
@Suite struct ByteSearchTests {
    private func isFound(_ wanted: String, in value: String, ignoreCase: Bool = false) -> Bool {
        ByteSearch(Array(wanted.utf8), ignoreCase: ignoreCase).isFound(in: Array("-\(value)".utf8)[1...])
    }

    @Test func itFindsWhatIsThere() {
        #expect(isFound("", in: "") && isFound("", in: "a"))
        #expect(isFound("a", in: "a") && isFound("b", in: "ab") && !isFound("-", in: "ab"))
        #expect(!isFound("ab", in: "a") && !isFound("ba", in: "ab"))
        #expect(isFound("AB", in: "xab", ignoreCase: true) && !isFound("AB", in: "xab"))
        #expect(isFound("ab", in: "XAB", ignoreCase: true))
    }

    /// All words of two letters in all longer ones, compared with the plain way.
    @Test(arguments: [1, 17]) func itIsAsGoodAsComparingEverywhere(times: Int) {
        func words(_ count: Int) -> [String] {
            (0..<(1 << count)).map { number in
                (0..<count).map { number >> $0 & 1 == 0 ? "a" : "b" }.joined()
            }
        }
        // Each letter many times, so that the words are long enough for a table.
        func long(_ word: String) -> String { word.map { String(repeating: $0, count: times) }.joined() }
        for value in words(7).map(long) {
            for wanted in (words(3) + words(4)).map(long) {
                #expect(isFound(wanted, in: value) == value.contains(wanted), "\(wanted) in \(value)")
            }
        }
    }

    /// Compared at each place this would take a minute and more.
    @Test func itTakesNoLongerWhereMuchIsAlmostThere() {
        let value = [UInt8](repeating: 0x61, count: 400_000)
        let wanted = [UInt8](repeating: 0x61, count: 200_000) + [0x62]
        let time = processorTime {
            #expect(!ByteSearch(wanted).isFound(in: value[...]))
            #expect(ByteSearch(wanted.dropLast()).isFound(in: value[...]))
        }
        #expect(time < .seconds(30))
    }
}
