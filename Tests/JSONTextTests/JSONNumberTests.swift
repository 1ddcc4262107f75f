import JSONText
import Testing

@Suite struct JSONNumberTests {
    private func compare(_ a: String, _ b: String) throws -> Int {
        try #require(JSONNumber(a)).compare(to: #require(JSONNumber(b)))
    }

    @Test(arguments: [
        ("1", "1.0"), ("1", "10e-1"), ("100", "1e2"), ("0", "-0.000e99999999999999999999"),
        ("1E+2", "100.00"),
        ("0.001", "1e-3"), ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
        ("1e99999999999999999999", "10e99999999999999999998"),
        ("0.1e-99999999999999999999", "1e-100000000000000000000"),
        ("100e-1000000000000000000", "1e-999999999999999998"),
        ("0.01e1000000000000000000", "1e999999999999999998"),
    ])
    func spellingsOfOneValueAreEqual(a: String, b: String) throws {
        #expect(try #require(JSONNumber(a)).isNumericallyEqual(to: #require(JSONNumber(b))))
        #expect(try compare(b, a) == 0)
    }

    @Test(arguments: [
        ("1", "2"), ("-2", "-1"), ("-1", "0"), ("0", "1e-400"), ("1e-400", "1e-399"), ("9", "10.5"),
        ("1.5", "1.50001"),
        ("9007199254740992", "9007199254740993"), ("1e400", "1e401"), ("-1e401", "-1e400"), ("12", "12.3"),
        ("1e99999999999999999998", "1e99999999999999999999"),
        ("1e-99999999999999999999", "1e-99999999999999999998"),
        ("5", "1e99999999999999999999"), ("1e-99999999999999999999", "5"),
        ("1e-99999999999999999999", "1e99999999999999999999"),
    ])
    func valuesAreOrderedExactly(a: String, b: String) throws {
        #expect(try compare(a, b) == -1)
        #expect(try compare(b, a) == 1)
    }

    @Test(
        arguments: [
            ("1", 1), ("-1.0", -1), ("1e2", 100), ("1.5", nil), ("9223372036854775807", .max),
            ("9223372036854775808", nil),
            ("-9223372036854775808", .min), ("-9223372036854775808.0", .min), ("9223372036854775808.0", nil),
            ("1e19", nil),
            ("1e18", 1_000_000_000_000_000_000), ("0e99999999999999999999", 0),
            ("1e99999999999999999999", nil), ("12e-1", nil),
            ("-0", 0),
        ] as [(String, Int?)])
    func integersAreExactOrNone(text: String, int: Int?) throws {
        #expect(try #require(JSONNumber(text)).int == int)
    }

    @Test func doublesAreFiniteOrNone() throws {
        #expect(try #require(JSONNumber("0.1")).double == 0.1)
        #expect(try #require(JSONNumber("1e999")).double == nil)
    }

    @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "+1", "1 ", "0x1", "NaN", "1e5x"])
    func whatIsNoNumberIsRefused(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test func aMegabyteOfDigitsIsNoTrouble() throws {
        let digits = String(repeating: "9", count: 300_000)
        #expect(try compare("1e\(digits)", "10e\(digits)") == -1)
        #expect(try compare("0.\(digits)", "0.\(digits)1") == -1)
        #expect(try #require(JSONNumber(digits)).int == nil)
    }
}
