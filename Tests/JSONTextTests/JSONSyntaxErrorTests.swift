import JSONText
import Testing

@Suite struct JSONSyntaxErrorTests {
    /// The text, the first line of its diagnostic after the file's name, and the bytes at fault.
    @Test(arguments: [
        ("", "1:1: error: the file is empty", ""),
        (" \n", "1:1: error: the file is empty", ""),
        ("[1, @]", "1:5: error: unexpected @, expected a value", "@"),
        ("[@]", "1:2: error: unexpected @, expected a value or ]", "@"),
        ("[é]", "1:2: error: unexpected é, expected a value or ]", "é"),
        ("[\u{1}]", #"1:2: error: unexpected control character \u0001, expected a value or ]"#, "\u{1}"),
        ("[1 @]", "1:4: error: unexpected @, expected a comma or ]", "@"),
        (#"{"a": 1 @}"#, "1:9: error: unexpected @, expected a comma or }", "@"),
        (#"{"a" 1}"#, "1:6: error: unexpected 1, expected a colon", "1"),
        ("{1: 2}", "1:2: error: unexpected 1, expected a name in double quotes or }", "1"),
        (#"{"a": 1, 2}"#, "1:10: error: unexpected 2, expected a name in double quotes", "2"),
        ("[0x1F]", "1:3: error: unexpected x, expected a comma or ]", "x"),
        ("{a: 1}", "1:2: error: the name a needs double quotes", "a"),
        ("[True]", "1:2: error: \"True\" is not a JSON value; did you mean true?", "True"),
        ("[nil]", "1:2: error: \"nil\" is not a JSON value; did you mean null?", "nil"),
        ("[nulll]", "1:2: error: \"nulll\" is not a JSON value; did you mean null?", "nulll"),
        ("[Infinity]", "1:2: error: \"Infinity\" is not a JSON value", "Infinity"),
        (#"["abc"#, "1:2: error: this string never ends", #""abc"#),
        ("[\"abc\n\"]", "1:2: error: this string never ends", "\"abc"),
        (#"["abc\"#, "1:2: error: this string never ends", #""abc\"#),
        (#"["\u00"#, "1:2: error: this string never ends", #""\u00"#),
        (#"["\x41"]"#, #"1:3: error: \x is not an escape"#, #"\x"#),
        (#"["\ "]"#, #"1:3: error: \ is not an escape; a backslash is written \\"#, #"\"#),
        (#"["\u00g0"]"#, #"1:3: error: \u00 is not an escape"#, #"\u00"#),
        (#"["\ud83d"]"#, #"1:3: error: \ud83d is half of a surrogate pair"#, #"\ud83d"#),
        (#"["\ude00\ud83d"]"#, #"1:3: error: \ude00 is half of a surrogate pair"#, #"\ude00"#),
        (#"["\ud83d\u0041"]"#, #"1:3: error: \ud83d is half of a surrogate pair"#, #"\ud83d"#),
        ("[\"a\tb\"]", #"1:4: error: a control character in a string must be written \t"#, "\t"),
        ("[\"\u{1f}\"]", #"1:3: error: a control character in a string must be written \u001f"#, "\u{1f}"),
        ("[01]", "1:2: error: a number has no leading zero", "0"),
        ("[-00]", "1:3: error: a number has no leading zero", "0"),
        ("[+1]", "1:2: error: a number has no plus sign", "+"),
        ("[1.]", "1:2: error: this number is not complete", "1."),
        ("[1e+]", "1:2: error: this number is not complete", "1e+"),
        ("[-]", "1:2: error: this number is not complete", "-"),
        ("[1, ]", "1:3: error: trailing comma", ","),
        ("{\"a\": 1,\n}", "1:8: error: trailing comma", ","),
        ("[1, // one\n2]", "1:5: error: JSON has no comments", "//"),
        ("{ /* x */ }", "1:3: error: JSON has no comments", "/*"),
        ("# x\n{}", "1:1: error: JSON has no comments", "#"),
        ("{} // end", "1:4: error: JSON has no comments", "//"),
        ("[1 2]", "1:3: error: missing comma", ""),
        ("{\"a\": 1\n \"b\": 2}", "1:8: error: missing comma", ""),
        ("[\"a\"\"b\"]", "1:5: error: missing comma", ""),
        ("{'a': 1}", "1:2: error: JSON strings have double quotes", "'a'"),
        ("['a", "1:2: error: JSON strings have double quotes", "'"),
        ("{\"a\": 1,\n\"a\": 2}", "2:1: error: duplicate key \"a\"; it was first given in line 1", "\"a\""),
        (
            "{\"a\": 1,\n\"\\u0061\": 2}", "2:1: error: duplicate key \"a\"; it was first given in line 1",
            "\"\\u0061\""
        ),
        ("{\"a\": [1\n\n", "1:9: error: unexpected end of the file, expected a comma or ]", ""),
        ("{", "1:2: error: unexpected end of the file, expected a name in double quotes or }", ""),
        ("{\"a\"", "1:5: error: unexpected end of the file, expected a colon", ""),
        ("{\"a\":", "1:6: error: unexpected end of the file, expected a value", ""),
        ("{\"a\":1,", "1:8: error: unexpected end of the file, expected a name in double quotes", ""),
        ("[", "1:2: error: unexpected end of the file, expected a value or ]", ""),
        ("[-", "1:3: error: unexpected end of the file, expected a digit", ""),
        ("{} {}", "1:4: error: something follows the end of the document", "{"),
        ("\u{FEFF}{}", "1:1: error: JSON has no byte order mark", "\u{FEFF}"),
    ])
    func everyMistakeIsNamedAtItsPlace(text: String, line: String, fault: String) throws {
        let source = SourceText(name: "a.json", bytes: Array(text.utf8))
        let error = try #require(JSONParser.parse(source.bytes).error)
        #expect(String(decoding: source.bytes[error.range], as: UTF8.self) == fault)
        let shown = DiagnosticRenderer([source]).render(error.diagnostic(in: source))
        #expect(shown.split(separator: "\n").first.map(String.init) == "a.json:" + line)
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82],
            [0x20, 0xFF],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) {
        #expect(JSONParser.parse(bytes).error == JSONSyntaxError(.invalidUTF8, 1..<2))
        #expect(JSONParser.parse(bytes).error?.message == "this is not UTF-8")
    }
}
