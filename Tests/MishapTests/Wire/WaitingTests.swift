import GatewayServer
import Mishap
import TestSupport
import Testing

/// Answers that wait until another request sets a variable, on sockets and across shards.
@Suite(.descriptors) struct WaitingTests {
    private static func scenario(atMost: String = "1h") -> String {
        #"""
        { "variables": { "paid": "no", "n": 0 }, "rules": [
          { "match": { "path": "/pay" }, "steps": [ { "reply": { "text": "paid" }, "set": { "paid": "{{request.query.by}}" } } ] },
          { "match": { "path": "/slow" }, "steps": [ { "pass": true, "delay": UNTIL } ] },
          { "name": "slow", "match": { "path": "/slow" }, "steps": [ { "reply": { "text": "after a pass" } } ] },
          { "name": "raw", "match": { "path": "/raw" }, "steps": [ { "reply": { "text": "abcdef", "reason": "Fine" }, "delay": UNTIL,
            "cut": { "after": 3, "end": "reset" }, "pace": { "bytes": 1, "every": "1ms" } } ] },
          { "name": "reset", "match": { "path": "/reset" }, "steps": [ { "fail": "tcp/reset", "delay": UNTIL } ] },
          { "name": "wait", "match": { "path": "/wait" },
            "steps": [ { "reply": { "text": "{{hit}} {{variables.n}}" }, "delay": UNTIL, "set": { "n": "{{hit}}" } } ] } ] }
        """#.replacing(
            "UNTIL",
            with:
                "{ \"until\": { \"variables\": { \"paid\": { \"startsWith\": \"me\" } } }, \"atMost\": \"\(atMost)\" }")
    }

    private func gateway(atMost: String = "1h", shards: Int = 2) throws -> RunningGateway {
        try RunningGateway(["main": Self.scenario(atMost: atMost)]) { $0.server.shards = shards }
    }

    /// A connection whose request waits, which the journal says.
    private func wait(_ gateway: RunningGateway, _ target: String, count: Int = 1) throws -> [RawConnection] {
        let before = try gateway.journal().entries.count
        let connections = try (0..<count).map { _ in
            let connection = try gateway.connect()
            connection.send(request(target))
            return connection
        }
        try waitUntil { try gateway.journal().entries.count == before + count }
        return connections
    }

    @Test(.descriptors(100), arguments: [1, 2, 4]) func aSetOnAnotherConnectionLetsThemGo(shards: Int) async throws {
        try await aside {
            let gateway = try gateway(shards: shards)
            let waiting = try wait(gateway, "/wait", count: 24)
            // Another value is not what they wait for.
            #expect(try gateway.ask("/pay?by=you").body == "paid")
            #expect(try gateway.journal(ended: 1).entries.count { $0.ending != nil } == 1)
            #expect(try gateway.ask("/pay?by=me").body == "paid")
            var hits: Set<Int> = []
            for connection in waiting {
                let answer = connection.receiveResponse(within: .seconds(60))
                #expect(answer.status == 200 && answer.ending == .open)
                // The hit is of the step's moment, the variable of the answer's.
                let numbers = answer.body.split(separator: " ").compactMap { Int($0) }
                #expect(numbers.count == 2 && numbers[1] >= 24)
                hits.insert(numbers[0])
                // The connection lives on, and what holds is not waited for.
                connection.send(request("/wait"))
                #expect(connection.receiveResponse(within: .seconds(60)).status == 200)
            }
            #expect(hits == Set(1...24))
            let entries = try gateway.journal(ended: 50).entries
            #expect(entries.allSatisfy { $0.ending == "complete" && $0.notes == nil })
        }
    }

    @Test func whatHasWaitedLongEnoughIsAnsweredWithANote() async throws {
        try await aside {
            let gateway = try gateway(atMost: "20ms")
            let begin = ContinuousClock.now
            #expect(try gateway.ask("/wait").body == "1 1")
            #expect(try gateway.ask("/slow").body == "after a pass")
            #expect(ContinuousClock.now - begin >= .milliseconds(40))
            let entries = try gateway.journal(ended: 2).entries
            #expect(entries.map(\.rule) == ["wait", "slow"])
            #expect(
                entries.map(\.notes)
                    == Array(repeating: ["\"atMost\" was over before what the delay waits for had come"], count: 2))
        }
    }

    @Test func paceCutAndEndingsComeAfterTheWait() async throws {
        try await aside {
            let gateway = try gateway()
            let raw = try wait(gateway, "/raw")[0]
            let reset = try wait(gateway, "/reset")[0]
            let slow = try wait(gateway, "/slow")[0]
            #expect(try gateway.journal().entries.allSatisfy { $0.ending == nil && $0.sent.bytes == 0 })
            _ = try gateway.ask("/pay?by=me")
            let cut = raw.receive(within: .seconds(60))
            #expect(
                cut.text.hasPrefix("HTTP/1.1 200 Fine\r\n") && cut.text.hasSuffix("\r\n\r\nabc") && cut.ending == .reset
            )
            let nothing = reset.receive(within: .seconds(60))
            #expect(nothing.bytes.isEmpty && nothing.ending == .reset)
            #expect(slow.receiveResponse(within: .seconds(60)).body == "after a pass")
        }
    }

    @Test func whoeverGoesIsForgottenAtOnce() async throws {
        try await aside {
            let gateway = try gateway()
            for target in ["/wait", "/raw", "/reset"] { try wait(gateway, target)[0].reset() }
            let left = try wait(gateway, "/wait")[0]
            let gone = try gateway.journal(ended: 3).entries.prefix(3)
            #expect(gone.allSatisfy { $0.ending == "abandoned" && $0.clientClosed && $0.notes == nil })
            _ = try gateway.ask("/pay?by=me")
            #expect(left.receiveResponse(within: .seconds(60)).body == "2 2")
        }
    }

    @Test func stoppingEndsThemAtOnce() async throws {
        try await aside {
            let gateway = try gateway()
            let waiting = try wait(gateway, "/wait", count: 6) + wait(gateway, "/reset")
            let begin = ContinuousClock.now
            gateway.gateway.stop()
            #expect(ContinuousClock.now - begin < .seconds(60))
            for connection in waiting {
                let rest = connection.receive(within: .seconds(60))
                #expect(rest.bytes.isEmpty && rest.ending != .open, "\(rest)")
            }
        }
    }

    @Test(.descriptors(80)) func nobodyIsForgottenHoweverTheyMeet() async throws {
        let gateway = try gateway()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await aside {
                        var answers = 0
                        for round in 0..<25 {
                            let key = "/@main~\(number)-\(round)"
                            let connection = try gateway.connect()
                            let other = try gateway.connect()
                            // Neither knows which of the two comes first.
                            connection.send(request(key + "/wait"))
                            other.send(request(key + "/pay?by=me"))
                            if connection.receiveResponse(within: .seconds(60)).status == 200 { answers += 1 }
                        }
                        return answers
                    }
                }
            }
            for try await answers in group { #expect(answers == 25) }
        }
    }

    @Test func aPatternThatTakesTooManyStepsIsNoted() async throws {
        try await aside {
            let gateway = try RunningGateway([
                "main": #"""
                { "variables": { "a": "" }, "rules": [
                    { "match": { "path": "/set" }, "steps": [ { "reply": {}, "set": { "a": "{{request.query.to}}" } } ] },
                    { "name": "wait", "steps": [ { "reply": { "text": "done" },
                      "delay": { "until": { "variables": { "a": { "search": "(a+)+[xyz]" } } }, "atMost": "1h" } } ] } ] }
                """#
            ])
            let waiting = try wait(gateway, "/wait")[0]
            #expect(try gateway.ask("/set?to=" + String(repeating: "a", count: 100)).status == 200)
            #expect(try gateway.ask("/set?to=ax").status == 200)
            #expect(waiting.receiveResponse(within: .seconds(60)).body == "done")
            let entries = try gateway.journal(ended: 3).entries
            #expect(
                entries.map { $0.notes ?? [] } == [
                    [#"a pattern of "until" took too many steps, and a change was not judged"#], [], [],
                ])
        }
    }

    // MARK: A long poll

    private static let poll = #"""
        { "variables": { "n": 0, "missed": 0 }, "rules": [
          { "match": { "path": "/publish", "method": "POST" }, "reply": { "status": 204 },
            "set": { "n": "{{request.json/n}}" } },
          { "name": "poll", "match": { "path": "/poll" }, "reply": { "json": { "n": "{{variables.n}}" } },
            "delay": { "until": { "variables": { "n": { "above": 0 } } }, "atMost": "ATMOST",
              "then": { "reply": { "status": 504, "text": "nothing" }, "set": { "missed": "{{hit}}" } } } },
          { "name": "gone", "match": { "path": "/gone" }, "reply": {},
            "delay": { "until": { "variables": { "n": { "above": 0 } } }, "atMost": "ATMOST",
              "then": { "fail": "tcp/reset" } } },
          { "name": "long", "match": { "path": "/long", "json": { "/a": 1 } },
            "reply": { "text": "{{variables.n}} {{request.json/b}}" },
            "delay": { "until": { "variables": { "n": { "above": 0 } } }, "atMost": "ATMOST",
              "then": { "reply": { "text": "{{request.json/b}} too late" } } } } ] }
        """#

    private func gateway(polling atMost: String) throws -> RunningGateway {
        try RunningGateway(["main": Self.poll.replacing("ATMOST", with: atMost)])
    }

    private func post(_ gateway: RunningGateway, _ target: String, _ body: String) throws -> RawConnection {
        let connection = try gateway.connect()
        connection.send(request(target, ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
        return connection
    }

    @Test func aLongPollGetsWhatWasPublished() async throws {
        try await aside {
            let gateway = try gateway(polling: "1h")
            let waiting = try wait(gateway, "/poll", count: 3) + wait(gateway, "/gone")
            #expect(try post(gateway, "/publish", #"{"n":7}"#).receiveResponse().status == 204)
            for (number, connection) in waiting.enumerated() {
                let answer = connection.receiveResponse(within: .seconds(60))
                #expect(answer.status == 200 && answer.body == (number < 3 ? #"{"n":7}"# : ""))
            }
            #expect(try gateway.journal(ended: 5).entries.allSatisfy { $0.notes == nil && $0.failure == nil })
        }
    }

    @Test func aLongPollThatGotNothingHasItsOwnEnd() async throws {
        try await aside {
            let gateway = try gateway(polling: "20ms")
            #expect(try gateway.ask("/poll").body == "nothing")
            #expect(try gateway.connect().asking("/gone").ending == .reset)
            let entries = try gateway.journal(ended: 2).entries
            #expect(entries.map(\.rule) == ["poll", "gone"] && entries.map(\.hit) == [1, 1])
            #expect(entries.map(\.failure) == [nil, "tcp/reset"])
            #expect(entries[0].sent.status == 504)
            #expect(entries.allSatisfy { $0.notes?.first?.hasPrefix("\"atMost\" was over") == true })
            #expect(try gateway.call("GET", "sessions/main").text.contains(#""missed": 1"#))
            #expect(try gateway.call("GET", "report").text.contains(#""name": "tcp/reset""#))
        }
    }

    /// A body that takes long to read is read on another thread, before the wait and after it.
    @Test func aLargeRequestWaitsToo() async throws {
        try await aside {
            let body = #"{"a":1,"b":"x","c":""# + String(repeating: "c", count: 400 << 10) + "\"}"
            let late = try gateway(polling: "20ms")
            #expect(try post(late, "/long", body).receiveResponse(within: .seconds(60)).body == "x too late")
            let early = try gateway(polling: "1h")
            let waiting = try post(early, "/long", body)
            try waitUntil { try early.journal().entries.contains { $0.rule == "long" } }
            #expect(try post(early, "/publish", #"{"n":5}"#).receiveResponse().status == 204)
            #expect(waiting.receiveResponse(within: .seconds(60)).body == "5 x")
        }
    }
}

extension RawConnection {
    /// One request, and all that comes to the end of the connection.
    fileprivate func asking(_ target: String) -> Received {
        send(request(target))
        return receive(within: .seconds(60))
    }
}
