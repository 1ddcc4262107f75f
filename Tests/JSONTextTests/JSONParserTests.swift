import JSONText
import Testing

@Suite struct JSONParserTests {
    private func parse(_ text: String, _ options: JSONParser.Options = .init()) throws -> JSONNode {
        try JSONParser.parse(Array(text.utf8), options: options).get()
    }

    @Test(arguments: [
        (0, "{}"), (1, #"{"a":[],"o":{},"s":"x"}"#), (2, #"{"a":[[],{}],"o":{"b":{}},"s":"x"}"#),
    ])
    func whatLiesDeeperThanIsKeptComesOutEmpty(depth: Int, text: String) throws {
        let node = try parse(
            #"{"a": [[1, "\u00e9"], {"c": "d"}], "o": {"b": {"b": 1, "b": 2}}, "s": "x"}"#,
            .init(duplicateKeys: .lastWins, keptDepth: depth))
        #expect(String(decoding: JSONWriter.bytes(node), as: UTF8.self) == text)
    }

    @Test(arguments: [#"[[1 2]]"#, #"[{"a" 1}]"#, #"[["\x"]]"#, #"[{"\x":1}]"#, "[[\"\u{1}\"]]", "[[1,]]", "[[nul]]"])
    func whatIsNotKeptHasToBeJSONAllTheSame(text: String) {
        let kept = JSONParser.parse(Array(text.utf8))
        let skipped = JSONParser.parse(Array(text.utf8), options: .init(keptDepth: 0))
        guard case .failure(let error) = kept, case .failure(let other) = skipped else {
            Issue.record("it was taken")
            return
        }
        #expect(error == other)
    }

    @Test func everyKindOfValueIsRead() throws {
        let node = try parse(
            #" {"n": null, "t": true, "f": false, "i": -1, "d": 1.50e+3, "s": "x", "a": [1, []], "o": {}} "#)
        #expect(node["n"]?.isNull == true)
        #expect(node["t"]?.bool == true && node["f"]?.bool == false)
        #expect(node["i"]?.number?.int == -1)
        #expect(node["d"]?.number?.text == "1.50e+3" && node["d"]?.number?.int == 1_500)
        #expect(node["s"]?.string == "x")
        #expect(node["a"]?.elements?.count == 2)
        #expect(node["o"]?.members?.isEmpty == true)
        #expect(node.members?.map(\.name) == ["n", "t", "f", "i", "d", "s", "a", "o"])
        #expect(node["missing"] == nil)
    }

    @Test func everyValueKnowsItsPlace() throws {
        let text = #"{ "a": [10, "b"] }"#
        let node = try parse(text)
        func written(_ range: Range<Int>?) -> String? {
            range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
        }
        #expect(written(node.range) == text)
        #expect(written(node.member("a")?.nameRange) == #""a""#)
        #expect(written(node["a"]?.range) == #"[10, "b"]"#)
        #expect(written(node["a"]?.elements?[0].range) == "10")
        #expect(written(node["a"]?.elements?[1].range) == #""b""#)
    }

    @Test func escapesAreTheirCharacters() throws {
        #expect(
            try parse(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00\u0000""#).utf8
                == Array("\"\\/\u{8}\u{c}\n\r\tAé€😀\0".utf8))
    }

    @Test func scalarsStandAlone() throws {
        for text in ["0", "-0", "1e5", "0.1", "true", "null", #""""#] { _ = try parse(text) }
    }

    @Test func inRequestsTheLastOfTwoKeysWins() throws {
        let node = try parse(#"{"a": 1, "b": 2, "a": 3}"#, .init(duplicateKeys: .lastWins))
        #expect(node.members?.map(\.name) == ["a", "b"])
        #expect(node["a"]?.number?.int == 3)
    }

    @Test func twoSpellingsOfAnAccentAreTwoKeys() throws {
        let node = try parse("{\"\u{e9}\": 1, \"e\u{301}\": 2}")
        #expect(node.members?.count == 2)
        #expect(node["e\u{301}"]?.number?.int == 2)
    }

    @Test func oneThousandKeysAreToldApart() throws {
        let keys = (0..<1_000).map { "\"k\($0)\":\($0)" }
        #expect(try parse("{\(keys.joined(separator: ","))}")["k999"]?.number?.int == 999)
        let error = JSONParser.parse(Array("{\(keys.joined(separator: ",")),\n\"k500\":1}".utf8)).error
        #expect(error?.message == #"duplicate key "k500""# && error?.hint == "it was first given in line 1")
        let last = try parse("{\(keys.joined(separator: ",")),\"k500\":1}", .init(duplicateKeys: .lastWins))
        #expect(last.members?.count == 1_000 && last["k500"]?.number?.int == 1)
    }

    @Test func depthIsBounded() throws {
        func nested(_ levels: Int) -> [UInt8] {
            [UInt8](repeating: 0x5B, count: levels) + [UInt8](repeating: 0x5D, count: levels)
        }
        #expect(JSONParser.parse(nested(128)).error == nil)
        #expect(JSONParser.parse(nested(129)).error == JSONSyntaxError(.tooDeep(limit: 128), 128..<129))
        let few = JSONParser.Options(maximumValues: 4)
        #expect(JSONParser.parse(Array(#"[1,{"a":2}]"#.utf8), options: few).error == nil)
        let many = JSONParser.parse(Array(#"[1,{"a":2},3]"#.utf8), options: few).error
        #expect(many == JSONSyntaxError(.tooMany(limit: 4), 11..<12))
        #expect(many?.message == "more than 4 values")
        let options = JSONParser.Options(maximumDepth: .max)
        #expect(options.maximumDepth == 512)
        #expect(JSONParser.parse(nested(512), options: options).error == nil)
        #expect(
            JSONParser.parse(nested(100_000), options: options).error?.message
                == "nested more than 512 levels deep")
    }

    @Test func equivalenceIsOfValues() throws {
        func same(_ a: String, _ b: String) throws -> Bool { try parse(a).isEquivalent(to: parse(b)) }
        #expect(try same(#"{"a":1,"b":[true,null]}"#, #"{"b":[true,null],"a":1.0}"#))
        #expect(try !same(#"{"a":1}"#, #"{"a":1,"b":1}"#))
        #expect(try !same("[1,2]", "[2,1]"))
        #expect(try !same(#""1""#, "1"))
    }
}

extension Result {
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
