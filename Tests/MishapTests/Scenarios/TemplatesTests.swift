import TestSupport
import Testing

/// Placeholders and variables over the wire, and what the journal says of them.
@Suite(.descriptors) struct TemplatesTests {
    @Test func anAnswerRepeatsItsRequest() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "match": { "path": "/orders/{id}" }, "steps": [ { "reply": { "headers": { "X-Id": "{{request.path.id}}" },
                  "json": { "id": "{{request.path.id}}", "n": "{{request.json/n}}", "hit": "{{hit}}", "url": "{{url}}/x",
                    "at": "{{now.ms}}" } } } ] }
                """#)
        let connection = try gateway.connect()
        let body = #"{"n": 1.50}"#
        connection.send(
            request("/orders/a%20b", ["Content-Length: \(body.utf8.count)"], method: "POST", host: "h:1") + body)
        let answer = connection.receiveResponse()
        #expect(answer.text.contains("X-Id: a b\r\n"))
        #expect(answer.body.hasPrefix(#"{"id":"a b","n":1.50,"hit":1,"url":"http://h:1/x","at":1"#), "\(answer)")
        // The connection lives on, and the next answer is made anew.
        connection.send(request("/orders/c", host: "h"))
        #expect(connection.receiveResponse().body.hasPrefix(#"{"id":"c","n":null,"hit":2,"url":"http://h/x""#))
        let journal = try gateway.journal(ended: 2)
        #expect(journal.entries.first?.notes == nil)
        #expect(
            journal.entries.last?.notes
                == ["a placeholder had no value: null where it is all of a JSON string, empty elsewhere"])
    }

    @Test func noRequestPutsALineIntoAHead() throws {
        let gateway = try RunningGateway(
            rules: #"{ "steps": [ { "reply": { "headers": { "A": "{{request.query.q}}" } } } ] }"#)
        let answer = try gateway.ask("/?q=1%0D%0AEvil:%202%00")
        #expect(answer.text.contains("A: 1Evil: 2\r\n"))
        #expect(
            try gateway.journal(ended: 1).entries.first?.notes
                == ["control characters in a placeholder's value were kept out of the head"])
    }

    @Test func aTokenThatWasHandedOutIsTheOneThatCounts() throws {
        let gateway = try RunningGateway([
            "main": #"""
            { "variables": { "loggedIn": false, "token": "" }, "rules": [
              { "match": { "path": "/login" }, "steps": [ { "set": { "loggedIn": true, "token": "{{hex.8}}" },
                "reply": { "json": { "token": "{{variables.token}}" } } } ] },
              { "match": { "path": "/me", "variables": { "loggedIn": true } },
                "steps": [ { "reply": { "text": "{{variables.token}}" } } ] },
              { "match": { "path": "/me" }, "steps": [ { "fail": "http/status/401" } ] } ] }
            """#
        ])
        #expect(try gateway.ask("/me").status == 401)
        let token = try gateway.ask("/login").body.split(separator: "\"").map(String.init)
        #expect(try gateway.ask("/me").body == token.dropFirst(3).first)
    }
}
