import Mishap
import Rules
import Testing

/// What patterns cost in steps: the same number for the same bytes, and no less than the work that they make.
@Suite struct PatternCostTests {
    private static let letters = Array(repeating: UInt8(ascii: "a"), count: 10_000)

    private func compiled(_ pattern: String, ignoreCase: Bool = false) throws -> any Pattern {
        try PCRE2Compiler().compile(pattern, ignoreCase: ignoreCase).get()
    }

    private func search(_ pattern: String, _ text: [UInt8], steps: Int = 400_000) throws -> (
        outcome: PatternOutcome, steps: Int
    ) {
        var left = steps
        let outcome = try compiled(pattern).found(in: text[...], &left)
        return (outcome, steps - left)
    }

    /// Where PCRE2 takes time that no callout tells of, and that a number for each byte would not bound.
    @Test(arguments: [
        (#"a\X+"#, false, 1, #"\X is not supported"#), (#"(\X)"#, false, 1, #"\X is not supported"#),
        ("a(*sr:b+)", false, 1, "script runs are not supported"),
        ("(*asr:b+)", false, 0, "script runs are not supported"),
        ("é(*script_run:b+)", false, 2, "script runs are not supported"),
        ("(*atomic_script_run:b+)", false, 0, "script runs are not supported"),
        (#"(k)\1*"#, true, 3, "cannot be repeated"), (#"(?i)(k)\1+?"#, false, 7, "cannot be repeated"),
        (#"(k)(?i:\g{1}{2,})"#, false, 7, "cannot be repeated"), (#"(?<n>k)x\k<n>*"#, true, 8, "cannot be repeated"),
        (#"(?<n>k)(?P=n)+"#, true, 7, "cannot be repeated"),
        ("(?ix)(k)\\1 # twice\n +", false, 8, "cannot be repeated"),
    ])
    func whatHasNoBoundIsRefused(pattern: String, ignoreCase: Bool, offset: Int, words: String) throws {
        let error = #expect(throws: PatternError.self) { try compiled(pattern, ignoreCase: ignoreCase) }
        #expect(error?.offset == offset)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        (#"\\X"#, false), (#"[(*sr:)]"#, false), (#"\Q\X\E"#, false), (#"(k)\1*"#, false), (#"(k)\1"#, true),
        (#"(k)(?:\1)*"#, true), (#"(k)\1?"#, true), (#"(?ix)(a)\1 # some+thing"#, false), (#"(?i)\101+"#, false),
    ])
    func whatHasABoundIsTaken(pattern: String, ignoreCase: Bool) throws {
        #expect(throws: Never.self) { try compiled(pattern, ignoreCase: ignoreCase) }
    }

    @Test(arguments: [
        "(?<=a{9000})", "(?<=a{9000}|b{9000})", "(?<!b{9000})", "(?<*a{9000})", "(*plb:a{9000})",
        "(*positive_lookbehind:a{9000})", "(*nlb:b{9000})", "(*negative_lookbehind:b{9000})", "(*naplb:a{9000})",
        "(*non_atomic_positive_lookbehind:a{9000})",
    ])
    func aLongLookbehindTakesStepsHoweverItIsWritten(lookbehind: String) throws {
        // It is longer than the text: PCRE2 goes back to the beginning, and tries nothing there.
        let (_, steps) = try search(lookbehind + "[a-z]0", Self.letters.prefix(1000) + Array("b-0".utf8))
        #expect(steps > 1000 * 500 / 16)
    }

    @Test func eachAlternativeOfALookbehindTakesSteps() throws {
        let text = Self.letters.prefix(500) + Array("0".utf8)
        let one = try search("(?<=b{60})[a-z]0", Array(text))
        let five = try search("(?<=b{60}|c{60}|d{60}|e{60}|f{60})[a-z]0", Array(text))
        #expect(five.steps > one.steps + 500 * 4 * 60 / 16)
    }

    /// PCRE2 compares a character with one member after the other.
    @Test func aLargeClassTakesStepsForItsSize() throws {
        let members = String(String.UnicodeScalarView((0..<500).compactMap { UnicodeScalar(0x400 + 2 * $0) }))
        let text = Array(String(repeating: "\u{3001}", count: 20_000).utf8)
        #expect(try search("[^\(members)]+z", text + Array("z".utf8)).outcome == .overLimit)
        // Of the same first byte, and not one of them.
        let others = Array(String(repeating: "\u{401}", count: 20_000).utf8)
        #expect(try search("[\(members)]z", others + Array("z".utf8)).outcome == .overLimit)
        #expect(try search("[^\(members)]+z", [0xFF] + text + Array("z".utf8)).outcome == .overLimit)
        #expect(try search("[^ж]+z", text + Array("z".utf8)).outcome == .matched)
        #expect(try search("[^\"<>]+z", text + Array("z".utf8)).steps < 8_000)
    }

    @Test func aShortRepeatThatFailsLateTakesSteps() throws {
        let run = Array(repeating: UInt8(ascii: "A"), count: 39) + Array("b".utf8)
        let text = Array(repeating: run, count: 100).flatMap { $0 } + Array("!".utf8)
        let (outcome, steps) = try search(#"\p{Lu}{40}!"#, text)
        #expect(outcome == .unmatched)
        #expect(steps > 4000 * 40 / 16)
    }

    /// PCRE2 looks for a call of the same group in all those that it is in.
    @Test func aCallOfAGroupTakesStepsForTheCallsThatItIsIn() throws {
        let pattern = "(?(DEFINE)(?<g>b?))^(?<f>a(?&f)?(?&g)z)"
        #expect(try search(pattern, Self.letters.prefix(2000) + Array("z".utf8)).outcome == .overLimit)
        let address = #"(?<n>25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?&n)){3}"#
        let line = Array(repeating: "x 10.0.0 y ", count: 500).joined() + "10.11.12.13"
        #expect(try search(address, Array(line.utf8), steps: 100_000).outcome == .matched)
    }

    /// Bytes that are no UTF-8 part a text: PCRE2 begins anew behind each of them.
    @Test func bytesThatAreNoUTF8TakeSteps() throws {
        let parted = (0..<50_000).flatMap { _ in [UInt8(ascii: "x"), 0xFF] }
        let (outcome, steps) = try search("needle", parted)
        #expect(outcome == .unmatched)
        #expect(steps > 12_500)
        #expect(try search("needle", Array(String(repeating: "ж", count: 50_000).utf8)).steps < 5_000)
    }

    /// A part that may go through all the rest is not begun where the steps for that are not left.
    @Test func aRepeatWithoutEndNeedsStepsForTheRest() throws {
        let text = Array("ab\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1_000_000) + Array("\n<a>".utf8)
        #expect(try search("<a>", text, steps: 80_000).outcome == .matched)
        #expect(try search("a[a-z]*\n", text, steps: 80_000) == (.overLimit, 80_000))
        #expect(try search("<[a-z]+>", text, steps: 80_000).outcome == .matched)
        #expect(try search("a[a-z]*\n", text).outcome == .matched)
    }

    /// As applications answer: 100 KB of orders, none of which is what the patterns want.
    @Test func tenOrdinaryPatternsFitIntoOneRequest() throws {
        var text = "["
        var number = 0
        while text.utf8.count < 100_000 {
            number += 1
            text += number > 1 ? "," : ""
            text +=
                #"{"id":\#(number),"status":"open","sku":"A-\#(number)","tags":["red","small"],"price":\#(number).50}"#
        }
        text += "]"
        let patterns = [
            #""status"\s*:\s*"failed""#, #""status":\s*"(failed|error)""#, #""id"\s*:\s*999999\b"#,
            #""sku": ?"X-[0-9]+""#,
            #""price"\s*:\s*[0-9]+\.99"#, #""tags"\s*:\s*\[[^\]]*"blue""#, #""note":"[^"]*lazy[^"]*""#,
            #""error"\s*:\s*\{"#, #""amount"\s*:\s*-?[0-9.]+"#, #""currency":"(EUR|USD)""#,
            #"\{"id":[0-9]+,"status":"closed""#,
        ]
        var steps = MatchBudget.limit
        for pattern in patterns {
            #expect(try compiled(pattern).found(in: Array(text.utf8)[...], &steps) == .unmatched, "\(pattern)")
        }
        #expect(steps > 0)
    }

    /// The beginning is compared at once where it stands for itself, and only there.
    @Test(arguments: [
        ("ab|cd", "xcd", true), ("ab?", "a", true), (#"\Qa.\Eb"#, "a.b", true), (#"\Qa.\Eb"#, "axb", false),
        ("(?i)ab", "AB", true), ("a(?i)b", "aB", true), ("(?x)a b", "ab", true), ("a(?#c)b", "ab", true),
        (#"a\.b\-"#, "a.b-", true), (#"a\.b"#, "axb", false), (#"a\tb"#, "a\tb", true), ("aé", "xaé", true),
        ("aé", "xa\u{65}\u{301}", false), ("a[b]", "ab", true), ("ab(?R)?c", "xababcc", true),
        ("a(?1)(b)?", "aab", true),
        ("ab{0}c", "ac", true), ("a{,2}", "a{,2}", true), (#"a\x62"#, "ab", true), ("ab*", "xa", true),
        ("(?<=x)ab", "xab", true), ("a.b", "axb", true), ("", "", true), ("abc", "ab", false),
    ])
    func aBeginningThatStandsForItself(pattern: String, text: String, matches: Bool) throws {
        #expect(try search(pattern, Array(text.utf8)).outcome == (matches ? .matched : .unmatched))
        #expect(try search(pattern, [0xFF] + Array(text.utf8) + [0xFF]).outcome == (matches ? .matched : .unmatched))
    }

    /// A number in a class is a member of it.
    @Test(arguments: [#"[{500}]y"#, #"[^]{500}]y"#, #"[[:alpha:]\]{500}]y"#, #"[\Q]{500}\E]y"#])
    func aClassThatLooksLikeARepeatTakesNoMoreSteps(pattern: String) throws {
        let text = Array(repeating: UInt8(ascii: "0"), count: 2000) + Array("y".utf8)
        #expect(try search(pattern + "{1}z?", text).steps < 10_000)
    }

    @Test func aPatternThatIsTooLargeSaysWhatMakesItSmaller() throws {
        let error = #expect(throws: PatternError.self) { try compiled("(?:[a-z0-9-]+,){0,1000}x") }
        #expect(error?.message.hasPrefix("regular expression is too large") == true)
        #expect(error?.message.contains("as often as its number says") == true)
        #expect(try search("(?:[a-z0-9-]+,){0,500}x", Array("a,b,x".utf8)).outcome == .matched)
    }
}
