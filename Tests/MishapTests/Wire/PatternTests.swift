import Foundation
import Mishap
import TestSupport
import Testing

/// Regular expressions on what really comes in.
@Suite(.descriptors) struct PatternTests {
    @Test func anExpressionWithoutEndIsGivenUpAndNoted() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "name": "evil", "match": { "headers": { "x-a": { "matches": "^(a+)+$" } } }, "steps": [ { "reply": {} } ] },
                { "name": "rest", "steps": [ { "reply": { "text": "rest" } } ] }
                """#)
        // Backtracking through it would take longer than the universe has been there.
        let answer = try gateway.ask("/", "X-A: " + String(repeating: "a", count: 5000) + "b")
        #expect(answer.body == "rest")
        #expect(try gateway.ask("/", "X-A: " + String(repeating: "a", count: 5000)).status == 200)
        let entries = try gateway.journal(ended: 2).entries
        #expect(entries.map(\.rule) == ["rest", "evil"])
        #expect(entries[0].notes == [#"a pattern took too many steps: rule "evil" did not match"#])
        #expect(entries[1].notes == nil)
    }

    @Test func aRequestThatNothingTakesHasTheNoteToo() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "name": "evil", "match": { "headers": { "x-a": { "matches": "^(a+)+$" } } }, "steps": [ { "reply": {} } ] }
                """#)
        let answer = try gateway.ask("/", "X-A: " + String(repeating: "a", count: 5000) + "b")
        #expect(answer.status == 404)
        #expect(answer.body.contains("and the pattern was given up on"))
        #expect(
            try gateway.journal(ended: 1).entries[0].notes?.contains(
                #"a pattern took too many steps: rule "evil" did not match"#) == true)
    }

    @Test func aSearchIsBoundedAsAWhole() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "match": { "headers": { "x-a": { "search": "(a{0,690}){2}[bc]" } } }, "steps": [ { "reply": {} } ] },
                { "match": { "headers": { "x-a": { "search": "(?x) k e y # the end" } } }, "steps": [ { "reply": { "text": "key" } } ] },
                { "match": { "headers": { "x-a": { "search": "(*UCP)\\d$" } } }, "steps": [ { "reply": { "text": "digit" } } ] },
                { "name": "rest", "steps": [ { "reply": { "text": "rest" } } ] }
                """#)
        #expect(try gateway.ask("/", "X-A: " + String(repeating: "a", count: 7_500)).body == "rest")
        #expect(try gateway.ask("/", "X-A: " + String(repeating: "x", count: 7_500) + "key").body == "key")
        #expect(try gateway.ask("/", "X-A: ٣").body == "digit")
        let notes = try gateway.journal(ended: 3).entries.map { $0.notes?.count ?? 0 }
        #expect(notes == [1, 0, 0])
    }

    /// PCRE2 gives up on a recursion that goes nowhere with an error of its own: that is not "no match", which would match
    /// inside of "not".
    @Test func whatCannotBeJudgedDoesNotMatchInsideOfNotEither() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "name": "not", "match": { "method": "POST", "not": { "body": { "search": "(?R)?a" } } }, "steps": [ { "reply": {} } ] },
                { "name": "rest", "steps": [ { "reply": { "text": "rest" } } ] }
                """#)
        let connection = try gateway.connect()
        connection.send(request("/", ["Content-Length: 3"], method: "POST") + "aaa")
        #expect(connection.receiveResponse().body == "rest")
        let notes = try gateway.journal(ended: 1).entries[0].notes
        #expect(notes == [#"a pattern took too many steps: rule "not" did not match"#])
    }

    /// What PCRE2 moves to larger memory is paid for once.
    @Test(arguments: [#"(\w|-)+"#, #"(?:[^"\\]|\\.)*"#]) func aLongRepeatOfAGroupMatches(pattern: String) throws {
        let rule = #"{ "match": { "body": { "matches": "PATTERN" } }, "steps": [ { "reply": { "text": "all" } } ] }"#
        let gateway = try RunningGateway(
            rules: rule.replacing("PATTERN", with: pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))
        let connection = try gateway.connect()
        let text = String(repeating: "a", count: 20_000)
        connection.send(request("/", ["Content-Length: \(text.utf8.count)"], method: "POST") + text)
        #expect(connection.receiveResponse().body == "all")
    }

    @Test func anExpressionIsOfTheWholeValueOrOfAnyPart() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "match": { "query": { "n": { "matches": "[0-9]{1,3}" } } }, "steps": [ { "reply": { "text": "whole" } } ] },
                { "match": { "query": { "n": { "search": "[0-9]" } } }, "steps": [ { "reply": { "text": "part" } } ] },
                { "match": { "query": { "n": { "matches": "grü(ß|SS)E", "ignoreCase": true } } },
                  "steps": [ { "reply": { "text": "greeting" } } ] }
                """#)
        #expect(try gateway.ask("/?n=123").body == "whole")
        #expect(try gateway.ask("/?n=1234").body == "part")
        #expect(try gateway.ask("/?n=a1%0A").body == "part")
        #expect(try gateway.ask("/?n=12%0A").body == "part")
        #expect(try gateway.ask("/?n=GR%C3%9C%C3%9Fe").body == "greeting")
        #expect(try gateway.ask("/?n=x").status == 404)
    }

    @Test(arguments: [("a(b", 3), ("grün[", 5), ("x{2,1}", 6), ("(?<n", 4), ("*", 1), ("ü(*sr:a)", 2)])
    func anErrorStandsUnderItsPlace(pattern: String, column: Int) throws {
        let line =
            #"{ "rules": [ { "match": { "headers": { "x-a": { "matches": ""# + pattern
            + #"" } } }, "steps": [ { "reply": {} } ] } ] }"#
        let error = #expect(throws: GatewayError.self) { try RunningGateway(["main": line]) }
        let text = "\(try #require(error))"
        let lines = text.split(separator: "\n").map(String.init)
        let shown = try #require(lines.firstIndex { $0.contains(line) })
        let source = try #require(lines[shown].range(of: "\"" + pattern + "\""))
        let caret = try #require(lines[shown + 1].firstIndex(of: "^"))
        let place = lines[shown + 1].distance(from: lines[shown + 1].startIndex, to: caret)
        let start = lines[shown].distance(from: lines[shown].startIndex, to: source.lowerBound)
        #expect((start + 1...start + 1 + pattern.count).contains(place), "\(text)")
        #expect(place - start - 1 <= column)
    }

    @Test func bytesThatAreNoTextHarmNothing() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"""
                    { "match": { "headers": { "x-a": { "search": "ok$" } } }, "steps": [ { "reply": { "text": "found" } } ] },
                    { "match": { "headers": { "x-a": { "matches": "(a|é).*" } } }, "steps": [ { "reply": { "text": "text" } } ] },
                    { "match": { "headers": { "x-a": { "matches": "\\xff" } } }, "steps": [ { "reply": { "text": "byte" } } ] }
                    """#)
            let cases: [([UInt8], Int, String?)] = [
                ([0xFF] + Array("ok".utf8), 200, "found"), ([0xFF], 200, "byte"), ([0xC3], 404, nil),
                ([0xED, 0xA0, 0x80], 404, nil), (Array("é".utf8), 200, "text"), ([0xC0, 0xAF, 0x61], 404, nil),
                (Array("ab".utf8) + [0xFF], 200, "text"), (Array("a".utf8) + [0xFF, 0x61], 200, "text"),
            ]
            for (value, status, body) in cases {
                let connection = try gateway.connect()
                connection.send(Array("GET /%FF?%FE HTTP/1.1\r\nHost: x\r\nX-A: ".utf8) + value + [13, 10, 13, 10])
                let answer = connection.receiveResponse()
                #expect(answer.status == status, "\(value)")
                if let body { #expect(answer.body == body) }
                if status == 404 {
                    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) }
                }
            }
            let entries = try gateway.journal(ended: cases.count).entries
            #expect(entries[1].headers?[1] == ["X-A", "\u{FF}"])
        }
    }
}
