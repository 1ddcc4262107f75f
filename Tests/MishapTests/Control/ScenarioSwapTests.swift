import Foundation
import JSONText
import Mishap
import TestSupport
import Testing

/// `PUT sessions/{id}/scenario`: another scenario for a session that goes on.
@Suite(.descriptors) struct ScenarioSwapTests {
    private static let scenarios = [
        "old": #"""
        { "variables": { "word": "a" }, "rules": [
          { "name": "first", "match": { "path": "/x" }, "steps": [ { "reply": { "text": "old 1" } }, { "reply": { "text": "old later" } } ] },
          { "name": "slow", "match": { "path": "/slow" }, "delay": "300ms", "reply": { "text": "old slow" } },
          { "name": "silence", "match": { "path": "/silence" }, "fail": "http/timeout" } ] }
        """#,
        "new": #"""
        { "variables": { "word": "b" }, "rules": [
          { "name": "second", "match": { "path": "/x" }, "steps": [ { "reply": { "text": "new 1" } }, { "reply": { "text": "new later {{variables.word}}" } } ] },
          { "name": "echo", "match": { "path": "/echo", "body": "y" }, "reply": { "text": "new echo" } } ] }
        """#,
    ]

    private static func gateway() throws -> RunningGateway { try RunningGateway(scenarios) { $0.scenario = "old" } }

    private static func number(_ value: JSONValue?) -> Int {
        guard case .number(let text)? = value else { return 0 }
        return Int(text) ?? 0
    }

    private static func entries(_ gateway: RunningGateway, _ id: String, _ query: String = "") throws -> [JSONValue] {
        guard case .array(let entries)? = try gateway.call("GET", "sessions/\(id)/journal\(query)").json["entries"]
        else {
            return []
        }
        // They come in the order in which they ended.
        return entries.sorted { number($0["seq"]) < number($1["seq"]) }
    }

    @Test func everythingButTheJournalBeginsAnew() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession(#"{ "scenario": "old", "label": "t" }"#)
        #expect(
            try gateway.call(
                "POST", "sessions/\(id)/rules", #"{ "name": "mine", "match": { "path": "/mine" }, "reply": {} }"#
            ).status == 201)
        #expect(try gateway.call("PATCH", "sessions/\(id)/variables", #"{ "word": "z" }"#).status == 200)
        for target in ["x", "mine", "x"] { _ = try gateway.ask("/@\(id)/\(target)") }
        _ = try gateway.journal(id, ended: 3)
        let swapped = try gateway.call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "new" }"#)
        #expect(swapped.status == 200 && swapped.json["id"] == .string(id), "\(swapped)")
        #expect(swapped.json["scenario"] == "new" && swapped.json["label"] == "t")
        #expect(swapped.json["variables"] == ["word": "b"])
        #expect(swapped.json["requests"] == .number("3"))
        #expect(try gateway.hits(id) == ["second": 0, "echo": 0])
        #expect(try gateway.ask("/@\(id)/x").body == "new 1")
        #expect(try gateway.ask("/@\(id)/x").body == "new later b")
        #expect(try gateway.ask("/@\(id)/mine").status == 404)
        _ = try gateway.journal(id, ended: 6)
        let entries = try Self.entries(gateway, id)
        #expect(entries.map { $0["seq"] } == (1...6).map { .number("\($0)") })
        #expect(entries.map { $0["rule"] } == ["first", "mine", "first", "second", "second", .null])
        #expect(entries.map { $0["generation"] ?? .number("1") } == [1, 1, 1, 2, 2, 2].map { .number("\($0)") })
        // Rules of before are asked for as ever.
        for (rule, count) in [("first", 2), ("mine", 1), ("second", 2)] {
            #expect(try Self.entries(gateway, id, "?rule=\(rule)").count == count, "\(rule)")
        }
        #expect(try gateway.call("GET", "sessions/\(id)/journal?rule=thrid").status == 404)
        // A reset keeps the scenario, and the next journal begins with its first generation.
        #expect(try gateway.call("POST", "sessions/\(id)/reset").status == 204)
        #expect(try gateway.ask("/@\(id)/x").body == "new 1")
        #expect(try gateway.journal(id, ended: 1).entries.map(\.rule) == ["second"])
    }

    @Test func aRequestInFlightKeepsItsAnswer() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession()
        let slow = try gateway.connect()
        slow.send(request("/@\(id)/slow"))
        #expect(waitUntil { (try? gateway.hits(id)["slow"]) == 1 })
        #expect(try gateway.call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "new" }"#).status == 200)
        #expect(try Self.entries(gateway, id).map { $0["rule"] } == ["slow"])
        #expect(slow.receiveResponse().body == "old slow")
        #expect(try gateway.journal(id, ended: 1).entries.map(\.rule) == ["slow"])
        #expect(try gateway.hits(id) == ["second": 0, "echo": 0])
    }

    @Test func aRequestWithoutItsBodyIsDecidedByTheOneThatItBeganIn() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession(#"{ "scenario": "new" }"#)
        let connection = try gateway.connect()
        connection.send(request("/@\(id)/echo", ["Content-Length: 1"], method: "POST"))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("1") })
        let whole =
            #"{ "scenario": { "rules": [ { "name": "third", "match": { "body": "y" }, "reply": { "text": "third" } } ] } }"#
        let swapped = try gateway.call("PUT", "sessions/\(id)/scenario", whole)
        #expect(swapped.status == 200 && swapped.json["scenario"] == "given", "\(swapped)")
        connection.send("y")
        #expect(connection.receiveResponse().body == "new echo")
        #expect(try gateway.journal(id, ended: 1).entries.map(\.rule) == ["echo"])
        #expect(try gateway.call("GET", "sessions/\(id)").json["requests"] == .number("1"))
    }

    @Test func aSharedSessionHasItTooUntilItsFileChanges() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/x").body == "old 1")
        #expect(try gateway.call("PUT", "sessions/default/scenario", #"{ "scenario": "new" }"#).status == 200)
        #expect(try gateway.ask("/x").body == "new 1")
        #expect(try gateway.ask("/@old/x").body == "new later b")
        // Its name means what it did.
        #expect(try gateway.ask("/@old~k/x").body == "old 1")
        let id = try gateway.askForSession(#"{ "scenario": "old" }"#)
        #expect(try gateway.ask("/@\(id)/x").body == "old 1")
        #expect(try gateway.ask("/@new/x").body == "new 1")
        #expect(try gateway.call("GET", "sessions/default").json["id"] == "old")
        #expect(try gateway.call("PUT", "sessions/default/scenario", #"{ "scenario": "old" }"#).status == 200)
        #expect(try gateway.ask("/x").body == "old 1")
        #expect(try gateway.call("PUT", "sessions/old/scenario", #"{ "scenario": "new" }"#).status == 200)
        let text = #"{ "rules": [ { "reply": { "text": "third" } } ] }"#
        #expect(try gateway.call("PUT", "scenarios/old", text).status == 200)
        #expect(try gateway.ask("/x").body == "third")
    }

    @Test func aPrivateSessionHasItAlone() throws {
        let gateway = try Self.gateway()
        _ = try gateway.ask("/@old~a/x")
        #expect(try gateway.call("PUT", "sessions/old~a/scenario", #"{ "scenario": "new" }"#).status == 200)
        #expect(try gateway.ask("/@old~a/x").body == "new 1")
        #expect(try gateway.ask("/@old~b/x").body == "old 1")
        #expect(try gateway.ask("/x").body == "old 1")
    }

    @Test func deletingItEndsRequestsOfAllItsGenerations() throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession()
        let connection = try gateway.connect()
        connection.send(request("/@\(id)/silence"))
        #expect(waitUntil { (try? gateway.hits(id)["silence"]) == 1 })
        for name in ["new", "old", "new"] {
            #expect(try gateway.call("PUT", "sessions/\(id)/scenario", "{ \"scenario\": \"\(name)\" }").status == 200)
        }
        #expect(try gateway.call("DELETE", "sessions/\(id)").status == 200)
        #expect(connection.receive(within: .seconds(60)).ending == .reset)
    }

    @Test func aManualClockGoesOn() throws {
        let gateway = try Self.gateway()
        let manual = #"{ "scenario": { "clock": "manual", "rules": [ { "reply": { "text": "{{now.iso}}" } } ] } }"#
        let id = try gateway.askForSession(manual)
        #expect(try gateway.call("POST", "sessions/\(id)/clock", #"{ "advance": "30s" }"#).status == 200)
        #expect(try gateway.call("PUT", "sessions/\(id)/scenario", manual).json["now"] == "2030-01-01T00:00:30.000Z")
        #expect(try gateway.ask("/@\(id)/x").body == "2030-01-01T00:00:30.000Z")
    }

    @Test(arguments: [
        ("old", "{}", 422, "\"scenario\" is missing"),
        ("old", #"{ "scenario": "nwe" }"#, 422, #"did you mean "new"?"#),
        ("old", #"{ "scenario": 5 }"#, 422, "should be a name or a whole scenario"),
        ("old", #"{ "scenario": { "rules": [ { "replay": {} } ] } }"#, 422, "has errors"),
        ("old", #"{ "scenario": "new", "seed": 1 }"#, 422, "there is no member \"seed\""),
        ("odl", #"{ "scenario": "new" }"#, 404, #"did you mean "old"?"#),
        ("old~nobody", #"{ "scenario": "new" }"#, 404, "its first request opens it"),
    ])
    func aWrongCallChangesNothing(id: String, body: String, status: Int, detail: String) throws {
        let gateway = try Self.gateway()
        _ = try gateway.ask("/x")
        let called = try gateway.call("PUT", "sessions/\(id)/scenario", body)
        #expect(called.status == status && called.detail.contains(detail), "\(called)")
        #expect(try gateway.ask("/x").body == "old later")
    }

    @Test func withoutADefaultThereIsNoneToPutItInto() throws {
        let gateway = try RunningGateway(Self.scenarios)
        #expect(try gateway.call("PUT", "sessions/default/scenario", #"{ "scenario": "new" }"#).status == 409)
    }

    @Test func requestsNeverSeeHalfOfIt() async throws {
        let gateway = try Self.gateway()
        let id = try gateway.askForSession(#"{ "scenario": "new" }"#)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<60 {
                    let name = round % 2 == 0 ? "old" : "new"
                    let body = "{ \"scenario\": \"\(name)\" }"
                    let swapped = try gateway.call("PUT", "sessions/\(id)/scenario", body)
                    #expect(swapped.status == 200)
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    let connection = try gateway.connect()
                    for _ in 0..<200 {
                        connection.send(request("/@\(id)/x"))
                        let body = connection.receiveResponse().body
                        #expect(["old 1", "old later", "new 1", "new later b"].contains(body), "\(body)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let journal = try gateway.journal(id, ended: 600)
        #expect(journal.entries.count == 600)
        #expect(try gateway.call("GET", "sessions/\(id)").json["requests"] == .number("600"))
    }
}
