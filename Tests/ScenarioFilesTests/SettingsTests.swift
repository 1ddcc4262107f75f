import Catalogue
import Rules
import ScenarioFiles
import Systems
import Testing
import Wire

/// What a scenario says of its system as a whole.
@Suite struct SettingsTests {
    /// A system with a setting of every type, which keeps what it was made with.
    struct Adjustable: Dialect {
        static let all = [
            Setting("strict", .flag, "Whether it is strict.", standard: .flag(false)),
            Setting("ret", .word(["array", "string"]), "How it says so.", standard: .text("array")),
            Setting("greeting", .text, "What it says first.", standard: .text("hello")),
            Setting("room", .number(0...10), "How many there are.", standard: .number(3)),
            Setting("first", .object, "What there is.", standard: .object(Array("{}".utf8))),
        ]

        var held = Settings(of: Adjustable.all)
        var name: String { "adjustable" }
        var readsBody: Bool { false }
        var stockSuccess: Reply { Reply() }
        var settings: [Setting] { Self.all }
        func with(_ settings: Settings) -> any Dialect { Adjustable(held: settings) }
        func read(_ request: Request) -> Reading { .calls([Call()]) }
        func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply { Reply() }
        func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
    }

    private static let rest = #""otherwise": { "reply": {} }"#
    private static let dialects: [any Dialect] = [Adjustable(), Toy()]

    private func held(_ settings: String) -> Settings? {
        let text = "{ \"system\": \"adjustable\", \(settings) \(Self.rest) }"
        return (load(text, dialects: Self.dialects).scenarios.first?.dialect as? Adjustable)?.held
    }

    @Test func whatIsGivenReachesTheDialect() throws {
        let settings = try #require(
            held(
                #""settings": { "strict": true, "ret": "string", "greeting": "a {{{{ b", "room": 1e1, "first": { "a": [1.0, "{{{{é", null], "{{{{": { "b": true } } },"#
            ))
        #expect(settings.flag("strict") == true)
        #expect(settings.text("ret") == "string")
        #expect(settings.text("greeting") == "a {{ b")
        #expect(settings.number("room") == 10)
        #expect(
            settings.object("first").map { String(decoding: $0, as: UTF8.self) }
                == #"{"a":[1.0,"{{é",null],"{{":{"b":true}}"#)
        #expect(settings.flag("room") == nil)
    }

    @Test func whatIsNotGivenHasItsDefault() throws {
        for text in ["", "\"settings\": {},"] {
            let settings = try #require(held(text))
            #expect(settings.flag("strict") == false && settings.text("ret") == "array")
            #expect(settings.text("greeting") == "hello" && settings.number("room") == 3)
            #expect(settings.object("first") == Array("{}".utf8))
        }
        let settings = try #require(held(#""settings": { "room": 4 },"#))
        #expect(settings.number("room") == 4)
        #expect(settings.text("greeting") == "hello")
        #expect(settings.object("first") == Array("{}".utf8))
    }

    @Test(arguments: [
        ("1", #""settings" must be an object, not a number"#),
        (
            #"{ "stric": true }"#,
            #"unknown field "stric" in the "settings" of adjustable; did you mean "strict"?"#
        ),
        (
            #"{ "colour": true }"#,
            #"unknown field "colour" in the "settings" of adjustable; it has "strict", "ret", "greeting", "room" and "first""#
        ),
        (#"{ "strict": 1 }"#, #""strict" must be true or false, not a number"#),
        (
            #"{ "ret": "strnig" }"#,
            #""ret" cannot be "strnig"; it is "array" or "string"; did you mean "string"?"#
        ),
        (#"{ "ret": true }"#, #""ret" must be a string, not a boolean"#),
        (#"{ "greeting": null }"#, #""greeting" must be a string, not null"#),
        (
            #"{ "greeting": "at {{url}}" }"#,
            "settings are without placeholders; a literal {{ is written {{{{"
        ),
        (#"{ "room": 11 }"#, #""room" must be a whole number from 0 to 10"#),
        (#"{ "room": "1" }"#, #""room" must be a number, not a string; a number has no quotes: 1"#),
        (#"{ "first": [] }"#, #""first" must be an object, not a list"#),
        (
            #"{ "first": { "a": ["{{uuid}}"] } }"#,
            "settings are without placeholders; a literal {{ is written {{{{"
        ),
        (
            #"{ "first": { "{{uuid}}": 1 } }"#, "settings are without placeholders; a literal {{ is written {{{{"
        ),
    ])
    func aWrongSettingIsAnError(settings: String, message: String) {
        let text = "{ \"system\": \"adjustable\", \"settings\": \(settings), \(Self.rest) }"
        #expect(messages(text, dialects: Self.dialects).map(withoutPlace) == ["error: " + message])
    }

    @Test func theMistakeIsPointedAt() {
        let text =
            #"{ "settings": { "first": { "a": "x{{y}}" } }, "system": "adjustable", "otherwise": { "reply": {} } }"#
        #expect(messages(text, dialects: Self.dialects).first?.hasPrefix("1:35: ") == true)
    }

    @Test func aSystemWithoutSettingsTakesNone() {
        let text = "{ \"system\": \"toy\", \"settings\": { \"strict\": true }, \(Self.rest) }"
        #expect(
            messages(text, dialects: Self.dialects).map(withoutPlace)
                == [#"error: unknown field "strict" in the "settings" of toy; it has none"#])
        let other = "{ \"system\": \"jsonrpc\", \"settings\": { \"status\": true }, \(Self.rest) }"
        #expect(
            messages(other).map(withoutPlace)
                == [#"error: unknown field "status" in the "settings" of jsonrpc; did you mean "statuses"?"#])
    }

    @Test func settingsNeedASystem() {
        #expect(
            messages("{ \"settings\": { \"strict\": true }, \(Self.rest) }").map(withoutPlace)
                == [#"error: "settings" are those of a system; this scenario has no "system""#])
    }

    @Test func nothingIsSaidOfTheSettingsOfAnUnknownSystem() {
        #expect(
            messages("{ \"system\": \"documets\", \"settings\": { \"strict\": true }, \(Self.rest) }").map(withoutPlace)
                == [
                    #"error: unknown system "documets"; it is "jsonrpc", "xmlrpc", "mtop", "salesforce", "graph" or "documents"; did you mean "documents"?"#
                ])
    }
}
