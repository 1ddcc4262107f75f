import Bytes
import Testing

@Suite struct QuantityTextTests {
    @Test(
        arguments: [
            ("250ms", 250_000_000), ("2s", 2_000_000_000), ("1m", 60_000_000_000), ("1h", 3_600_000_000_000),
            ("500us", 500_000), ("1.5s", 1_500_000_000), ("0.25ms", 250_000), ("0s", 0),
            ("24h", 86_400_000_000_000),
            ("1.0001us", 1_000), ("0.000000000000000000001h", 0), ("1440m", 86_400_000_000_000),
        ] as [(String, UInt64)])
    func durationsAreNanoseconds(text: String, nanoseconds: UInt64) {
        #expect(DurationText.nanoseconds(text) == .success(nanoseconds))
    }

    @Test(
        arguments: [
            ("5", .missingUnit), ("1.5", .missingUnit), ("", .malformed), ("s", .malformed),
            ("-1s", .malformed),
            ("+1s", .malformed), ("1 s", .malformed), ("1.s", .malformed), (".5s", .malformed),
            ("1e3s", .malformed),
            ("5x", .malformed), ("5MS", .malformed), ("1s ", .malformed), ("25h", .tooLong),
            ("24.0000001h", .tooLong),
            ("99999999999999999999999s", .tooLong), ("18446744073709551616us", .tooLong),
        ] as [(String, DurationText.Failure)])
    func aWrongDurationSaysWhy(text: String, failure: DurationText.Failure) {
        #expect(DurationText.nanoseconds(text) == .failure(failure))
    }

    @Test(arguments: [
        ("512B", 512), ("64KB", 64_000), ("10MB", 10_000_000), ("1GB", 1_000_000_000), ("1KiB", 1_024),
        ("1.5MiB", 1_572_864), ("1GiB", 1_073_741_824), ("4GB", 4_000_000_000), ("0B", 0), ("0.5KB", 500),
    ])
    func sizesAreBytes(text: String, bytes: Int) {
        #expect(SizeText.bytes(text) == .success(bytes))
    }

    @Test(
        arguments: [
            ("5", .missingUnit), ("MB", .malformed), ("-1MB", .malformed), ("1mb", .malformed),
            ("0.5B", .malformed),
            ("4.1GB", .tooLarge), ("4GiB", .tooLarge), ("99999999999999999999GB", .tooLarge),
        ] as [(String, SizeText.Failure)])
    func aWrongSizeSaysWhy(text: String, failure: SizeText.Failure) {
        #expect(SizeText.bytes(text) == .failure(failure))
    }

    @Test func theWordsArePinned() {
        #expect(
            DurationText.Failure.allCases.map(\.message) == [
                #"a duration needs a unit, such as "250ms" or "2s""#,
                #"not a duration: expected a number and us, ms, s, m or h, such as "250ms""#,
                "a duration is at most 24 hours",
            ])
        #expect(
            SizeText.Failure.allCases.map(\.message) == [
                #"a size needs a unit, such as "512B" or "10MB""#,
                #"not a size: expected a number and B, KB, MB, GB, KiB, MiB or GiB, such as "10MB""#,
                "a size is at most 4GB",
            ])
    }

    @Test(arguments: [
        (0, "0B"), (1, "1B"), (999, "999B"), (1_000, "1KB"), (1_024, "1KiB"), (12 << 10, "12KiB"), (64 << 20, "64MiB"),
        (1_000_000, "1MB"), (1_000_001, "1000001B"), (1 << 30, "1GiB"), (SizeText.largest, "4GB"),
    ])
    func aSizeIsWrittenAsSomebodyWould(bytes: Int, text: String) {
        #expect(SizeText.text(bytes) == text)
        #expect(SizeText.bytes(text) == .success(bytes))
    }
}
