import Bytes
import JSONText
import Testing

@Suite struct HostileTextTests {
    private static let samples = [
        #"{"description":"é","rules":[{"name":"a","steps":[{"fail":"tcp/reset","with":{"x":-1.5e+10}},{"reply":{"json":null}}]}],"seed":7}"#,
        "[\n  true, false, null,\r\n\t\"\\u00e9\\ud83d\\ude00\\n\", 0, -0.0, 1E5, {}, [], [[[]]]\n]\n",
        #"  "just a 😀 string with \"quotes\" and \\ and \/"  "#,
    ].map { Array($0.utf8) }

    /// Parses, and shows what was wrong, which must not crash and must be inside the text.
    private func check(_ bytes: [UInt8], rendering: Bool = true) -> Bool {
        switch JSONParser.parse(bytes) {
        case .success(let node):
            return node.range.upperBound <= bytes.count
        case .failure(let error):
            guard error.range.lowerBound >= 0, error.range.upperBound <= bytes.count else { return false }
            guard rendering else { return true }
            let source = SourceText(name: "a", bytes: bytes)
            return DiagnosticRenderer([source]).render(error.diagnostic(in: source)).contains("\n")
        }
    }

    @Test func truncatedAnywhereGivesADiagnostic() {
        for sample in Self.samples {
            #expect(check(sample))
            for end in 0..<sample.count { #expect(check(Array(sample[..<end])), "\(end)") }
        }
    }

    @Test func anyMutationParsesOrGivesADiagnostic() {
        var draw = Draw(state: 20_261)
        let spice = Array(#"{}[]",:\'/#+-0.eEu"#.utf8) + [0, 0x0A, 0x1B, 0x80, 0xC3, 0xFF]
        for round in 0..<20_000 {
            var bytes = Self.samples[round % Self.samples.count]
            for _ in 0...draw.below(3) {
                let place = Int(draw.below(UInt64(bytes.count)))
                let byte = spice[Int(draw.below(UInt64(spice.count)))]
                switch draw.below(4) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                case 2: bytes.remove(at: place)
                default: bytes[place] = UInt8(truncatingIfNeeded: draw.next())
                }
            }
            #expect(check(bytes, rendering: round % 10 == 0), "\(bytes.text)")
        }
    }

    @Test func anyRangeOfAnyBytesCanBeShown() {
        var draw = Draw(state: 9)
        for _ in 0..<1_000 {
            let bytes = (0..<draw.below(40)).map { _ in
                UInt8(truncatingIfNeeded: draw.below(4) == 0 ? 10 : draw.next())
            }
            let start = Int(draw.below(45))
            let range = start..<start + Int(draw.below(20))
            let source = SourceText(name: "a", bytes: bytes)
            let shown = DiagnosticRenderer([source]).render(Diagnostic(.error, file: "a", range: range, "m"))
            let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 4 && lines[2].contains("^"), "\(bytes) \(range)")
        }
    }
}
