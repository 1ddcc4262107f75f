import JSONText
import Testing

@Suite struct JSONWriterTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func numbersAndOrderAreKept() throws {
        let node = try JSONParser.parse(
            Array(#"{ "b" : 1.50e+3, "a" : [ ], "é\n\u0001" : { } , "c": [1,true]}"#.utf8)
        ).get()
        #expect(text(JSONWriter.bytes(node)) == #"{"b":1.50e+3,"a":[],"é\n\u0001":{},"c":[1,true]}"#)
        #expect(JSONValue(node).bytes() == JSONWriter.bytes(node))
        #expect(
            text(JSONWriter.bytes(node, pretty: true)) == #"""
                {
                  "b": 1.50e+3,
                  "a": [],
                  "é\n\u0001": {},
                  "c": [
                    1,
                    true
                  ]
                }
                """#)
        #expect(JSONValue(node).bytes(pretty: true) == JSONWriter.bytes(node, pretty: true))
    }

    @Test func plainValuesMayStayOnALine() {
        let value: JSONValue = [
            "a": [1, "x", nil], "b": ["c": true], "d": ["e": 1, "f": 2], "g": [[1], 2], "h": [], "i": [["j": "k"]],
        ]
        #expect(
            text(JSONWriter.bytes(value, pretty: true, joinsPlain: true)) == """
                {
                  "a": [1, "x", null],
                  "b": {"c": true},
                  "d": {
                    "e": 1,
                    "f": 2
                  },
                  "g": [
                    [1],
                    2
                  ],
                  "h": [],
                  "i": [
                    {"j": "k"}
                  ]
                }
                """)
    }

    @Test func literalsKeepTheirOrder() {
        let value: JSONValue = ["z": 1, "a": [nil, true, 1.5, "x\(1)"], "m": [:]]
        #expect(text(value.bytes(pretty: false)) == #"{"z":1,"a":[null,true,1.5,"x1"],"m":{}}"#)
        #expect(value["a"] == [nil, true, 1.5, "x1"])
        #expect(value != ["a": [nil, true, 1.5, "x1"], "z": 1, "m": [:]])
        #expect(Set([value, value]).count == 1)
    }

    @Test func whatJSONCannotSayIsNull() {
        #expect(text(JSONValue.number("1e").bytes()) == "null")
        #expect(text(JSONValue(Double.nan).bytes()) == "null")
    }

    @Test func anyBytesAreEscaped() throws {
        var output: [UInt8] = []
        JSONWriter.escape(
            [0x22, 0x5C, 0x2F, 0x00, 0x1F, 0x0A, 0x7F, 0xFF, 0x41, 0xE2, 0x82, 0xC3, 0xA9], into: &output)
        #expect(text(output) == #"\"\\/\u0000\u001f\n"# + "\u{7F}\u{FFFD}A\u{FFFD}\u{FFFD}é")
        let all = (0...255).map { UInt8($0) }
        output = []
        JSONWriter.string(all, into: &output)
        #expect(try JSONParser.parse(output).get().utf8?.count == 128 + 3 * 128)
    }
}
