import Bytes
import Testing

@Suite struct TimeShiftTextTests {
    @Test(
        arguments: [
            ("30s", 30_000), ("250ms", 250), ("1.5h", 5_400_000), ("2m", 120_000), ("720h", 2_592_000_000),
            ("30d", 2_592_000_000), ("0.5d", 43_200_000), ("3650d", 315_360_000_000), ("1.9ms", 1), ("0.001s", 1),
        ] as [(String, Int64)])
    func shiftsAreMilliseconds(text: String, milliseconds: Int64) {
        #expect(TimeShiftText.milliseconds(text) == .success(milliseconds))
    }

    @Test(
        arguments: [
            ("5", .missingUnit), ("", .malformed), ("d", .malformed), ("-1s", .malformed), ("5y", .malformed),
            ("5D", .malformed), ("3650.001d", .tooLong), ("87601h", .tooLong), ("99999999999999999999d", .tooLong),
            ("500us", .tooShort), ("0s", .tooShort), ("0.9ms", .tooShort), ("0.0009s", .tooShort),
        ] as [(String, TimeShiftText.Failure)])
    func aWrongShiftSaysWhy(text: String, failure: TimeShiftText.Failure) {
        #expect(TimeShiftText.milliseconds(text) == .failure(failure))
    }

    @Test func theWordsArePinned() {
        #expect(
            TimeShiftText.Failure.allCases.map(\.message) == [
                #"what is added to a time needs a unit, such as "30s" or "7d""#,
                #"not a span of time: expected a number and ms, s, m, h or d, such as "30s""#,
                "a time is shifted by 3650 days at most", "a time is shifted by 1ms at least",
            ])
    }
}
