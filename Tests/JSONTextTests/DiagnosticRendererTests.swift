import Bytes
import Foundation
import JSONText
import Testing

@Suite struct DiagnosticRendererTests {
    private func render(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        let source = SourceText(name: "a.json", bytes: bytes)
        return DiagnosticRenderer([source]).render(Diagnostic(.error, file: "a.json", range: range, "wrong"))
    }

    private func render(_ text: String, _ range: Range<Int>) -> String { render(Array(text.utf8), range) }

    @Test func aDiagnosticLooksLikeACompilers() {
        let text = String(repeating: "\n", count: 11) + "        \"staus\": 500\n"
        let source = SourceText(name: "scenarios/pay.json", bytes: Array(text.utf8))
        let diagnostic = Diagnostic(
            .error, file: "scenarios/pay.json", range: 19..<26, #"unknown field "staus" in a reply"#,
            hint: #"did you mean "status"?"#)
        #expect(
            DiagnosticRenderer([source]).render(diagnostic) == """
                scenarios/pay.json:12:9: error: unknown field "staus" in a reply; did you mean "status"?
                 12 |         "staus": 500
                    |         ^~~~~~~

                """)
    }

    @Test func anEmptyRangeHasACaret() {
        #expect(render("[1 2]", 2..<2) == "a.json:1:3: error: wrong\n 1 | [1 2]\n   |   ^\n")
    }

    @Test func aRangeOfSeveralLinesIsMarkedToTheEndOfTheFirst() {
        #expect(render("{ [\r\n] }", 2..<6) == "a.json:1:3: error: wrong\n 1 | { [\n   |   ^\n")
    }

    @Test(arguments: [1, 24, 30, 50, 80]) func aLineFitsTheTerminal(columns: Int) {
        let text =
            "{ \"some\": \"words\", \"and\": \"more words\", \"wrong\": 1, \"much\": \"more behind it, and more\" }"
        let start = text.utf8.distance(
            from: text.startIndex, to: text.firstRange(of: "\"wrong\"")?.lowerBound ?? text.startIndex)
        let source = SourceText(name: "a.json", bytes: Array(text.utf8))
        let renderer = DiagnosticRenderer([source], on: DiagnosticRenderer.Page(columns: columns))
        let lines = renderer.render(Diagnostic(.error, file: "a.json", range: start..<start + 7, "wrong"))
            .split(separator: "\n")
        #expect(lines[1].contains("\"wrong\"") && lines[1].count <= max(columns, 24), "\(lines[1])")
        let caret = lines[2].distance(
            from: lines[2].startIndex, to: lines[2].firstIndex(of: "^") ?? lines[2].startIndex)
        #expect(lines[1].dropFirst(caret).hasPrefix("\"wrong\""))
    }

    @Test func tabsTakeTheirColumns() {
        let source = SourceText(
            name: "a.json", bytes: Array("\t\t\t{ \"wrong\": 1, \"much\": \"more behind it\" }".utf8))
        let renderer = DiagnosticRenderer([source], on: DiagnosticRenderer.Page(columns: 40))
        let lines = renderer.render(Diagnostic(.error, file: "a.json", range: 5..<12, "wrong")).split(separator: "\n")
        let columns = lines[1].reduce(0) { $1 == "\t" ? ($0 / 8 + 1) * 8 : $0 + 1 }
        #expect(lines[1].contains("\"wrong\"") && columns <= 40, "\(lines[1])")
    }

    @Test func tabsAreUnderTabs() {
        #expect(render("\t{\t\"a\"}", 3..<6) == "a.json:1:4: error: wrong\n 1 | \t{\t\"a\"}\n   | \t \t^~~\n")
    }

    @Test func theEndOfTheFileIsAfterItsLastCharacter() {
        #expect(render("[1", 2..<2) == "a.json:1:3: error: wrong\n 1 | [1\n   |   ^\n")
        #expect(render("[1\r\n", 4..<4) == "a.json:1:3: error: wrong\n 1 | [1\n   |   ^\n")
        #expect(render("", 0..<0) == "a.json:1:1: error: wrong\n 1 | \n   | ^\n")
        #expect(render("[1", 90..<99) == "a.json:1:3: error: wrong\n 1 | [1\n   |   ^\n")
    }

    @Test func wideAndCombiningCharactersAlign() {
        #expect(
            render("\"価e\u{301}\" x", 9..<10)
                == "a.json:1:7: error: wrong\n 1 | \"価e\u{301}\" x\n   |       ^\n")
    }

    @Test func nothingReachesTheTerminalRaw() {
        #expect(
            render([0x22, 0x1B, 0x5B, 0xFF, 0xE2, 0x80, 0xAE, 0x22], 3..<4)
                == "a.json:1:4: error: wrong\n 1 | \"␛[\u{FFFD}\u{FFFD}\"\n   |    ^\n")
        let plain = DiagnosticRenderer([]).render(
            Diagnostic(.warning, file: "a\u{1B}.json", range: 0..<0, "line\nfeed"))
        #expect(plain == "a␛.json: warning: line␊feed\n")
    }

    @Test func aVeryLongLineIsShownAroundTheRange() {
        let text = String(repeating: "x", count: 5_000) + "HERE" + String(repeating: "y", count: 100_000)
        let lines = render(text, 5_000..<5_004).split(separator: "\n")
        #expect(lines[0] == "a.json:1:5001: error: wrong")
        #expect(
            lines[1] == " 1 | …" + String(repeating: "x", count: 40) + "HERE"
                + String(repeating: "y", count: 76) + "…")
        #expect(lines[2] == "   | " + String(repeating: " ", count: 41) + "^~~~")
        let start = render(text, 2..<4_000).split(separator: "\n")
        #expect(start[1] == " 1 | " + String(repeating: "x", count: 120) + "…")
        #expect(start[2] == "   |   ^" + String(repeating: "~", count: 117))
    }

    @Test func aLineOfNothingButMarksIsCutToo() {
        let shown = render("e" + String(repeating: "\u{301}", count: 10_000), 0..<1)
        #expect(shown.unicodeScalars.count < 600 && shown.contains("…\n   | ^\n"))
    }

    @Test func machinesGetLinesAndColumns() {
        let source = SourceText(name: "a.json", bytes: Array("{\n \"é\": 1 }".utf8))
        let diagnostic = Diagnostic(.warning, file: "a.json", range: 3..<7, "odd", hint: "really")
        #expect(
            String(decoding: DiagnosticRenderer([source]).json(diagnostic).bytes(), as: UTF8.self)
                == #"{"file":"a.json","line":2,"column":2,"endLine":2,"endColumn":5,"pointer":"/é","severity":"warning","message":"odd; really"}"#
        )
    }

    /// A row: a word of the text, and the pointer to where it is. What is no JSON has none.
    @Test(arguments: [
        ("{", ""), ("a~b", "/a~0b~1c"), ("one", "/a~0b~1c/0"), ("two", "/a~0b~1c/1"), ("last", "/a~0b~1c/2/last"),
        ("7", "/a~0b~1c/2/last"), ("]", "/a~0b~1c"), ("é", "/é"), ("null", "/é"), ("}!", ""),
    ])
    func aPlaceHasAPointer(word: String, pointer: String) throws {
        let text = #"{ "a~b/c": [ "one", "two", { "last": 7 } ], "é": null }"#
        let place = try #require(word == "}!" ? text.lastIndex(of: "}") : text.range(of: word)?.lowerBound)
        let offset = text.utf8.distance(from: text.startIndex, to: place)
        #expect(try JSONParser.parse(Array(text.utf8)).get().pointer(to: offset).text == pointer)
    }

    @Test func pointersBeginWhereTheTextStands() {
        let source = SourceText(name: "a", bytes: Array(#"{ "b": 1 }"#.utf8))
        var bag = DiagnosticBag()
        bag.warning("a", 7..<8, "odd")
        let renderer = DiagnosticRenderer([source])
        #expect(renderer.json(bag, under: "/scenario").bytes().text.contains(#""pointer":"/scenario/b""#))
        let broken = DiagnosticRenderer([SourceText(name: "a", bytes: Array("{ 7".utf8))])
        #expect(!broken.json(bag, under: "/scenario").bytes().text.contains("pointer"))
    }
}

@Suite struct DiagnosticBagTests {
    @Test func filesAndPlacesAreInOrder() {
        var bag = DiagnosticBag()
        bag.warning("b", 1..<2, "third")
        bag.warning("a", 5..<6, "second")
        bag.warning("a", 5..<6, "second again")
        bag.warning("a", 0..<1, "first")
        #expect(bag.all.map(\.message) == ["first", "second", "second again", "third"])
        #expect(!bag.hasErrors && bag.warningCount == 4 && !bag.isEmpty)
    }

    @Test func aHopelessFileIsCutShort() {
        var bag = DiagnosticBag(limit: 2)
        for place in 0..<5 { bag.warning("a", place..<place, "w") }
        bag.error("a", 9..<9, "e")
        #expect(bag.hasErrors && bag.errorCount == 1 && bag.warningCount == 5)
        #expect(DiagnosticRenderer([]).render(bag) == "a: warning: w\na: error: e\na: and 4 more\n")
        var whole = DiagnosticBag()
        whole.error("b", 0..<0, "b")
        whole.add(contentsOf: bag)
        #expect(whole.errorCount == 2 && whole.warningCount == 5 && whole.droppedCount(of: "a") == 4)
    }
}
