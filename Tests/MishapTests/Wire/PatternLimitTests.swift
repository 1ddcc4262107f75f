import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// Patterns that take too many steps: they do not match, the journal has a note, and nobody else waits for them.
@Suite(.descriptors) struct PatternLimitTests {
    private static let rest = #"{ "name": "rest", "steps": [ { "reply": { "text": "rest" } } ] }"#

    private static func rule(_ match: String) -> String {
        #"{ "name": "evil", "match": { "path": "/", \#(match) }, "steps": [ { "reply": { "text": "evil" } } ] }"#
    }

    private static let evilForm = #""form": { "a": { "search": "(a+)+[xyz]" } }"#
    private static let evilBody = #""body": { "search": "(a+)+[xyz]" }"#
    private static let note = #"a pattern took too many steps: rule "evil" did not match"#

    private static func letters(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "a"), count: count) }

    private func post(_ connection: RawConnection, _ body: [UInt8]) {
        let head = request(
            "/", ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.count)"], method: "POST")
        connection.send(Array(head.utf8) + body)
    }

    /// The answer to each body, and the notes of its entry, by a gateway with one shard.
    private func ask(_ rules: String, _ bodies: [[UInt8]]) async throws -> [(body: String, notes: [String])] {
        let answers = try await aside { [self] in
            let gateway = try RunningGateway(rules: rules) { $0.server.shards = 1 }
            let answers = try bodies.map { body in
                let connection = try gateway.connect()
                post(connection, body)
                return connection.receiveResponse(within: .seconds(60)).body
            }
            let entries = try gateway.journal(ended: bodies.count).entries
            return zip(answers, entries).map { (body: $0, notes: $1.notes ?? []) }
        }
        #expect(answers.count == bodies.count)
        return answers
    }

    @Test(arguments: [
        // Many ways to part the letters.
        (evilForm, "a="), (evilBody, ""), (#""not": { \#(evilBody) }"#, ""), (#""any": [ { \#(evilBody) } ]"#, ""),
        (#""not": { "not": { \#(evilBody) } }"#, ""), (#""not": { "any": [ { \#(evilBody) } ] }"#, ""),
        // One way each, which is looked for at every place.
        (#""body": { "search": "[a-z]*[0-9]" }"#, ""), (#""body": { "search": "[a-z]{30000}0" }"#, ""),
        (#""body": { "search": "(a+)b\\1c" }"#, ""), (#""body": { "search": "(?<=a{30000})[a-z]0" }"#, ""),
        // Much memory.
        (#""body": { "search": "(?:a|b)*0-" }"#, ""), (#""body": { "search": "(?:(a)|b)*?0-" }"#, ""),
    ])
    func textThatIsUTF8AndTextThatIsNotHaveTheSameLimit(match: String, start: String) async throws {
        let long = Array(start.utf8) + Self.letters(170_000)
        let answers = try await ask(
            "\(Self.rule(match)), \(Self.rest)", [long + Array("bc-0".utf8), long + Array("bc-0".utf8) + [0xFF]])
        for answer in answers {
            #expect(answer.body == "rest")
            #expect(answer.notes == [Self.note])
        }
    }

    @Test(arguments: ["(a+)+[xyz]", "[a-z]*[0-9]"], [34_000, 170_000])
    func othersAreAnsweredMeanwhile(pattern: String, count: Int) async throws {
        try await aside { [self] in
            let rule = Self.rule(#""form": { "a": { "search": "\#(pattern)" } }"#)
            let gateway = try RunningGateway(rules: "\(rule), \(Self.rest)") { $0.server.shards = 1 }
            for end in [[], [0xFF]] as [[UInt8]] {
                let connection = try gateway.connect()
                post(connection, Array("a=".utf8) + Self.letters(count) + end)
                #expect(try gateway.ask("/__mishap/health").status == 200)
                // Without a limit it is a minute; a debug build takes longer for each step.
                #expect(connection.receiveResponse(within: .seconds(60)).body == "rest")
            }
        }
    }

    /// PCRE2 tells nothing of a repeat that fails.
    @Test func aRepeatThatFailsLateTakesItsStepsToo() async throws {
        let run = Self.letters(5999) + Array("1".utf8)
        let answers = try await ask(
            "\(Self.rule(#""body": { "search": "[a-z]{6000}" }"#)), \(Self.rest)",
            [Array(repeating: run, count: 28).flatMap { $0 }, Self.letters(6000)])
        #expect(answers.map(\.body) == ["rest", "evil"])
        #expect(answers.map(\.notes) == [[Self.note], []])
    }

    /// Ten rules, of which each goes to the limit by itself.
    @Test func theLimitIsForAllPatternsOfARequest() async throws {
        let evil = (0..<10).map { number in
            #"{ "name": "r\#(number)", "match": { "body": { "search": "(a+)+[xyz]{\#(number + 1)}" } }, "steps": [ { "reply": {} } ] }"#
        }
        let plain = #"{ "match": { "body": { "search": "b" } }, "steps": [ { "reply": { "text": "plain" } } ] }"#
        let answers = try await ask(
            (evil + [plain, Self.rest]).joined(separator: ","),
            [Self.letters(100) + Array("b".utf8), Array("ab".utf8)])
        #expect(answers.map(\.body) == ["rest", "plain"])
        #expect(answers.map(\.notes) == [[#"a pattern took too many steps: rule "r0" did not match"#], []])
    }

    @Test func whatNeedsNoPatternStillHolds() async throws {
        let answers = try await ask(
            Self.rule(#""any": [ { \#(Self.evilBody) }, { "method": "POST" } ], "not": { "method": "GET" }"#),
            [Self.letters(100)])
        #expect(answers.map(\.body) == ["evil"])
        #expect(answers.map(\.notes) == [[]])
    }

    @Test(arguments: [
        #"\"sku\": ?\"X-[0-9]+\""#, "[0-9]{3}-[0-9]{4}", "(?i)needle", "(?s)<start>.*</end>", "needle$",
        #"\\bneedle\\b"#,
        "^<start>", #"\\d+ needles?"#, "(needle|pin)$",
    ])
    func anOrdinaryPatternMatchesAMegabyte(pattern: String) async throws {
        let line = Array("The quick brown fox, \"sku\": \"A\", 42 <b>bold</b>\r\n".utf8)
        var body = Array("<start>".utf8)
        while body.count < 1_000_000 { body += line }
        body += Array("</end> \"sku\": \"X-17\" 555-1234 12 needle".utf8)
        let answers = try await ask(
            "\(Self.rule(#""body": { "search": "\#(pattern)" }"#)), \(Self.rest)", [body, Array("no".utf8)])
        #expect(answers.map(\.body) == ["evil", "rest"])
        #expect(answers.map(\.notes) == [[], []])
    }
}
