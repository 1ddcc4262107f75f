import Foundation
import GatewayServer
import JSONText
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
        let entries = try gateway.journal(id, ended: 9).entries
        #expect(
            entries.map(\.rule) == Array(repeating: "retry", count: 3) + ["set"] + Array(repeating: "echo", count: 5))
        #expect(entries[3].body == label)
        #expect(try gateway.call("GET", "sessions?label=life+\(number)").text.contains(id))
        if number.isMultiple(of: 3) {
            #expect(try gateway.call("POST", "sessions/\(id)/reset").status == 204)
            #expect(try gateway.hits(id) == ["retry": 0, "set": 0, "echo": 0])
            #expect(try gateway.ask("/@\(id)/echo").body == "1 first \(number)")
        }
        #expect(try gateway.call("DELETE", "sessions/\(id)").status == 204)
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
