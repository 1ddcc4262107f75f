import Foundation
import Testing

@testable import MishapTesting

struct JSONTests {
    @Test func aLiteralKeepsTheOrderOfItsMembers() {
        let value: JSON = ["b": 1, "a": [nil, true, -1.5, "x\"\n\u{1}é"], "c": [:]]
        #expect(value.description == #"{"b":1,"a":[null,true,-1.5,"x\"\n\u0001é"],"c":{}}"#)
        #expect(value == ["a": [nil, true, -1.5, "x\"\n\u{1}é"], "c": [:], "b": 1])
        #expect(value["a"]?[1]?.bool == true && value["b"]?.int == 1 && value["b"]?.double == 1)
    }

    @Test(arguments: [
        #"{"b":1,"a":[null,true,false,-1.5,"x"],"c":{},"d":[]}"#, "0", "-7", "1e+300", #""é\u0001""#, "null",
        "9223372036854775807",
    ])
    func whatIsReadIsWrittenTheSame(_ text: String) throws {
        #expect(try JSON(parsing: text).description == text)
    }

    @Test func escapesAreRead() throws {
        #expect(try JSON(parsing: #" "\u00e9\ud83d\ude00\/\b\f\r\t" "#) == "é😀/\u{8}\u{c}\r\t")
        #expect(try JSON(parsing: "[1.0, 12345678901234567890]") == [1.0, 12_345_678_901_234_567_890.0])
    }

    @Test(arguments: [
        ("", "1:1: it ends where a value was expected"), ("{\n  \"a\" 1}", "2:7: expected a colon"),
        ("[1,]", "1:4: expected a value"), ("[1", "1:3: expected a comma or ]"),
        ("{\"a\":1 \"b\"}", "1:8: expected a comma or }"),
        ("{1}", "1:2: expected a name in quotes"), ("01", "1:1: expected a value"), ("-", "1:1: expected a value"),
        ("1.", "1:1: expected a value"), ("nul", "1:1: expected a value"), ("\"a", "1:1: the string does not end"),
        ("\"\\x\"", "1:3: no escape of JSON"), ("1 2", "1:3: there is more after the value"),
        ("\"a\nb\"", "1:3: a control character in a string"),
    ])
    func whatIsNoJSONHasAPlace(_ text: String, _ message: String) throws {
        let error = #expect(throws: JSON.ParsingError.self) { try JSON(parsing: text) }
        #expect(error?.description == message)
    }

    @Test func nestingHasABound() {
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: String(repeating: "[", count: 100_000)) }
    }

    @Test func itIsCodable() throws {
        let value: JSON = ["b": [1, 2.5, "x", nil, true], "a": ["c": false]]
        #expect(try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value)) == value)
        #expect(try JSON(encoding: ["a": [1, 2]]) == ["a": [1, 2]])
    }

    @Test func durationsAreMilliseconds() {
        #expect(Duration.seconds(2).words == "2000ms" && Duration.microseconds(1500).words == "2ms")
    }

    @Test func headerFieldsThatCameSeveralTimesAreJoined() {
        let headers = Headers(fields: [("A", "1"), ("b", "2"), ("a", "3")])
        #expect(headers["a"] == "1, 3" && headers.all("A") == ["1", "3"] && headers["c"] == nil)
    }

    @Test func aTextIsCutBetweenCharacters() {
        #expect("aé😀".cut(toBytes: 6) == "aé" && "aé😀".cut(toBytes: 7) == "aé😀" && "é".cut(toBytes: 1) == "")
    }

    @Test func versionsAreCompared() {
        #expect(numbers(ofVersion: "0.1.0-dev") == [0, 1, 0] && numbers(ofVersion: "0.2.0.dev0") == [0, 2, 0])
        #expect(numbers(ofVersion: "?") == [])
    }
}
