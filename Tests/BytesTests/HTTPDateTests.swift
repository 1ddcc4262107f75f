import Bytes
import Testing

@Suite struct HTTPDateTests {
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_893_456_000, "Tue, 01 Jan 2030 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func datesAreWrittenAndRead(seconds: Int64, text: String) {
        #expect(HTTPDate.format(epochSeconds: seconds).text == text)
        #expect(HTTPDate.parse(Array(utf8: text)) == seconds)
    }

    @Test func everyDayOfFourHundredYearsComesBack() {
        for day in stride(from: Int64(-146_097), to: 146_097, by: 31) {
            let seconds = day * 86_400 + 45_296
            #expect(HTTPDate.parse(HTTPDate.format(epochSeconds: seconds)) == seconds)
        }
    }

    @Test func anyMomentHasTwentyNineBytes() {
        for seconds in [Int64.min, -62_167_219_201, .max] {
            #expect(HTTPDate.format(epochSeconds: seconds).count == 29)
        }
        #expect(HTTPDate.iso8601(epochMilliseconds: .min).text.hasPrefix("0000-01-01T00:00:00."))
    }

    @Test func millisecondsAreWrittenAsRFC3339() {
        #expect(HTTPDate.iso8601(epochMilliseconds: 1_893_456_000_000).text == "2030-01-01T00:00:00.000Z")
        #expect(HTTPDate.iso8601(epochMilliseconds: -1).text == "1969-12-31T23:59:59.999Z")
    }

    @Test(arguments: [
        "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Wed, 30 Feb 2000 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "",
        "Sun, 00 Nov 1994 08:49:37 GMT",
    ])
    func otherFormsAndImpossibleDaysAreRefused(text: String) {
        #expect(HTTPDate.parse(Array(utf8: text)) == nil)
    }
}
