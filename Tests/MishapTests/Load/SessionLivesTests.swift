import Foundation
import GatewayServer
import JSONText
import SessionLives
import TestSupport
import Testing

/// Whole lives of sessions side by side: asked for, used in each way, counted, read, deleted. Nothing of one is seen in
/// another.
@Suite(.descriptors(40)) struct SessionLivesTests {
    private static let scenario = #"""
        { "variables": { "mine": "none" },
          "rules": [
            { "name": "retry", "match": { "path": "/retry" },
              "steps": [ { "times": 2, "fail": "http/status/503" }, { "reply": { "text": "{{variables.mine}}" } } ] },
            { "name": "set", "match": { "path": "/set" }, "set": { "mine": "{{request.body}}" }, "reply": {} },
            { "name": "echo", "match": { "path": "/echo" }, "reply": { "text": "{{hit}} {{variables.mine}}" } } ] }
        """#

    /// One life; `number` is in its label, its variables and its bodies.
    private static func live(_ number: Int, on gateway: RunningGateway) throws {
        let label = "life \(number)"
        let id = try gateway.askForSession(
            #"{ "scenario": \#(scenario), "label": "\#(label)", "variables": { "mine": "first \#(number)" } }"#)
        #expect(try gateway.ask("/@\(id)/retry").status == 503)
        #expect(try gateway.ask("/retry", "Mishap-Session: \(id)").status == 503)
        #expect(try gateway.ask("/retry", host: "\(id).localhost").body == "first \(number)")
        let connection = try gateway.connect()
        connection.send(request("/@\(id)/set", ["Content-Length: \(label.utf8.count)"], method: "POST") + label)
        #expect(connection.receiveResponse().status == 200)
        for hit in 1...5 {
            connection.send(request("/@\(id)/echo"))
            #expect(connection.receiveResponse().body == "\(hit) \(label)")
        }
        #expect(try gateway.hits(id) == ["retry": 3, "set": 1, "echo": 5])
        let entries = try gateway.journal(id, ended: 9).entries.sorted { $0.seq < $1.seq }
        #expect(
            entries.map(\.rule) == Array(repeating: "retry", count: 3) + ["set"] + Array(repeating: "echo", count: 5))
        #expect(entries[3].body == label)
        #expect(try gateway.call("GET", "sessions?label=life+\(number)").text.contains(id))
        if number.isMultiple(of: 3) {
            #expect(try gateway.call("POST", "sessions/\(id)/reset").status == 204)
            #expect(try gateway.hits(id) == ["retry": 0, "set": 0, "echo": 0])
            #expect(try gateway.ask("/@\(id)/echo").body == "1 first \(number)")
        }
        #expect(try gateway.call("DELETE", "sessions/\(id)").status == 200)
        #expect(try gateway.ask("/@\(id)/retry").status == 410)
    }

    @Test func nothingCrosses() async throws {
        let gateway = try RunningGateway(["main": Self.scenario])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<8 {
                group.addTask {
                    try await aside { for life in 0..<20 { try Self.live(client * 1_000 + life, on: gateway) } }
                }
            }
            try await group.waitForAll()
        }
        // Nothing is left, and the shared session has seen none of it.
        #expect(try gateway.call("GET", "sessions").text.contains("~") == false)
        #expect(try gateway.journal().entries.isEmpty)
        #expect(try gateway.hits("main") == ["retry": 0, "set": 0, "echo": 0])
    }

    /// The lives that `make bench` counts: 16 clients, each with a connection for requests and one for calls, over prefix,
    /// field and host by turns, with the scenario's name and a whole scenario.
    @Test(.descriptors(110)) func noneOfManyIsMixedUpWithAnother() async throws {
        let gateway = try RunningGateway(["lives": SessionLives.scenario])
        let result = try await aside { try SessionLives(port: gateway.port).run(240, clients: 16) }
        #expect(result.lives == 240)
        #expect(result.answered == 4_800)
        #expect(result.entries == 4_800)
        #expect(try gateway.call("GET", "sessions").text.contains("~") == false)
    }

    /// Each is a scenario that does not do what a life expects, as if it were another session that answers.
    @Test(arguments: [
        ("{{hit}} {{variables.mine}} {{request.body}}", "{{hit}} none {{request.body}}", "number 14 of life"),
        ("\"{{request.body}}\" }, \"reply\"", "\"another's\" }, \"reply\"", "number 4 of life"),
        ("\"text\": \"{{variables.given}}\"", "\"text\": \"none\"", "number 1 of life"),
        ("\"times\": 2", "\"times\": 1", "not a 503"),
        ("\"allow\": 1", "\"allow\": 2", "not a 429"),
        ("{{now.epoch}}", "1893456000", "number 12 of life"),
        ("\"system\": \"documents\",", "", "not a 201"),
        ("\"rules\": [", "\"rules\": [ { \"name\": \"more\", \"pass\": true },", "rules of life"),
        ("\"name\": \"echo\"", "\"name\": \"another\"", "rules of life"),
    ])
    func whatDiffersIsSeen(text: String, other: String, words: String) async throws {
        let scenario = SessionLives.scenario.replacing(text, with: other)
        try #require(scenario != SessionLives.scenario)
        let gateway = try RunningGateway(["lives": scenario])
        let error = await #expect(throws: LifeError.self) {
            try await aside { _ = try SessionLives(port: gateway.port, given: .name).run(1, clients: 1) }
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    /// All are reset again and again while requests come: each answer is that of a session at some moment, and in the end
    /// all begin anew.
    @Test func allAreResetUnderLoad() async throws {
        let gateway = try RunningGateway(["main": Self.scenario])
        let ids = try (0..<4).map { _ in try gateway.askForSession() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                group.addTask {
                    try await aside {
                        var connection = try gateway.connect()
                        for _ in 0..<200 {
                            connection.send(request("/@\(id)/echo"))
                            let body = connection.receiveResponse().body
                            // A reset may end the connection.
                            if body.isEmpty {
                                connection = try gateway.connect()
                            } else {
                                #expect(body.hasSuffix(" none"))
                            }
                        }
                    }
                }
            }
            group.addTask {
                try await aside {
                    for _ in 0..<40 {
                        let status = try gateway.call("POST", "reset").status
                        #expect(status == 204)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try gateway.call("POST", "reset").status == 204)
        for id in ids { #expect(try gateway.ask("/@\(id)/echo").body == "1 none") }
    }
}
