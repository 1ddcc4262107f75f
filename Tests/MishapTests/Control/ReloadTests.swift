import Foundation
import GatewayServer
import Mishap
import ScenarioFiles
import Synchronization
import TestSupport
import Testing

/// `Gateway.reload`: other scenarios for a gateway that runs.
@Suite(.descriptors) struct ReloadTests {
    /// A folder that a test writes to, and a gateway that serves it.
    private final class Site: Sendable {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-reload-\(UUID())")
        let gateway: Gateway

        init(_ files: [String: String], scenario: String? = nil) throws {
            for (name, text) in files { try Self.write(text, to: folder.appending(path: name)) }
            let configuration = GatewayConfiguration(server: .init(port: 0, shards: 2), scenario: scenario)
            gateway = try Gateway(Gateway.load([folder.path()]), configuration)
        }

        deinit {
            gateway.stop()
            try? FileManager.default.removeItem(at: folder)
        }

        func write(_ text: String, to name: String) throws { try Self.write(text, to: folder.appending(path: name)) }

        func remove(_ name: String) throws { try FileManager.default.removeItem(at: folder.appending(path: name)) }

        @discardableResult
        func reload() throws -> ReloadedScenarios { try gateway.reload(Gateway.load([folder.path()])) }

        func ask(_ target: String) throws -> RawConnection.Received {
            let connection = try RawConnection(port: gateway.port)
            connection.send(request(target))
            return connection.receiveResponse()
        }

        func bodies(_ target: String, _ count: Int) throws -> [String] {
            try (0..<count).map { _ in try ask(target).body }
        }

        /// Hits of the journal's entries, whichever have ended.
        /// In their order: two entries may end in another one.
        func hits(_ session: String) throws -> [Int] {
            let answer = try ask("/__mishap/sessions/\(session)/journal")
            return try JSONDecoder().decode(Journal.self, from: Data(answer.body.utf8)).entries.compactMap(\.hit)
                .sorted()
        }

        private static func write(_ text: String, to file: URL) throws {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// Counts, and says its name.
    private static func counting(_ name: String) -> String {
        #"""
        { "rules": [
          { "match": { "path": "/silence" }, "steps": [ { "reply": { "text": "\#(name) late" }, "delay": "400ms" } ] },
          { "steps": [ { "reply": { "text": "\#(name) 1" } }, { "reply": { "text": "\#(name) 2" } },
                       { "reply": { "text": "\#(name) more" } } ] }
        ] }
        """#
    }

    @Test func whatChangedBeginsAgainAndWhatDidNotGoesOn() throws {
        let site = try Site(["a.json": Self.counting("a"), "b.json": Self.counting("b"), "c.json": Self.counting("c")])
        #expect(try site.bodies("/@a/x", 2) == ["a 1", "a 2"])
        #expect(try site.bodies("/@b/x", 1) == ["b 1"])
        try site.write(Self.counting("A"), to: "a.json")
        try site.write(Self.counting("d"), to: "new/d.json")
        try site.remove("c.json")
        let changes = try site.reload()
        #expect(changes.changed == ["a"])
        #expect(changes.added == ["new/d"])
        #expect(changes.removed == ["c"])
        #expect(site.gateway.scenarioNames == ["a", "b", "new/d"])
        #expect(try site.hits("a").isEmpty)
        #expect(try site.bodies("/@a/x", 2) == ["A 1", "A 2"])
        #expect(try site.bodies("/@b/x", 2) == ["b 2", "b more"])
        #expect(try site.bodies("/@new/d/x", 1) == ["d 1"])
        #expect(try site.ask("/@c/x").status == 404)
        #expect(waits { try site.hits("a") == [1, 2] })
        #expect(waits { try site.hits("b") == [1, 2, 3] })
    }

    private func waits(_ isSo: () throws -> Bool) -> Bool { waitUntil { (try? isSo()) == true } }

    @Test func everyLaneHasItAtOnceAgainAndAgain() throws {
        let site = try Site(["a.json": Self.counting("0")])
        for round in 1...20 {
            try site.write(Self.counting("\(round)"), to: "a.json")
            #expect(try site.reload().changed == ["a"])
            // Prepared replies of the rounds before must not be taken for these: more than enough connections
            // for every shard to have had one.
            #expect(Set(try site.bodies("/x", 8)) == ["\(round) 1", "\(round) 2", "\(round) more"])
        }
    }

    private final class End: Sendable { let isHere = Atomic(false) }

    /// Clients that never stop asking get whole answers, and none from a round that they have seen the end of.
    @Test(.descriptors(60)) func clientsNoticeNothingButTheChange() async throws {
        let site = try Site(["a.json": Self.counting("0"), "b.json": Self.counting("b")])
        let end = End()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<4 {
                group.addTask {
                    try await aside {
                        let connection = try RawConnection(port: site.gateway.port)
                        var round: Int?
                        while !end.isHere.load(ordering: .relaxed) {
                            connection.send(request(client < 2 ? "/@a/x" : "/@a~\(client)/x"))
                            let words = connection.receiveResponse().body.split(separator: " ")
                            guard words.count == 2, let next = Int(words[0]), next >= round ?? 0 else {
                                Issue.record("\(words) after \(round ?? 0)")
                                return
                            }
                            if client >= 2, let round, next != round { Issue.record("private, and reloaded") }
                            round = next
                        }
                    }
                }
            }
            try await aside {
                defer { end.isHere.store(true, ordering: .relaxed) }
                for round in 1...50 {
                    try site.write(Self.counting("\(round)"), to: "a.json")
                    try site.reload()
                    #expect(try site.ask("/@a/x").body.hasPrefix("\(round) "))
                }
            }
            try await group.waitForAll()
        }
        #expect(try site.bodies("/@b/x", 1) == ["b 1"])
    }

    @Test func nothingChangesWhereNothingDid() throws {
        let site = try Site(["a.json": Self.counting("a")])
        #expect(try site.bodies("/x", 1) == ["a 1"])
        #expect(try site.reload().isEmpty)
        try site.write(Self.counting("a"), to: "a.json")
        #expect(try site.reload().isEmpty)
        #expect(try site.bodies("/x", 1) == ["a 2"])
    }

    @Test func aFileThatAScenarioNamesIsAPartOfIt() throws {
        let site = try Site([
            "a.json": #"{ "rules": [ { "steps": [ { "reply": { "file": "files/a.txt" } } ] } ] }"#,
            "b.json": Self.counting("b"), "files/a.txt": "old",
        ])
        #expect(try site.bodies("/@a/x", 1) == ["old"])
        try site.write("new", to: "files/a.txt")
        #expect(try site.reload().changed == ["a"])
        #expect(try site.bodies("/@a/x", 1) == ["new"])
    }

    @Test func aScenarioChangesWithTheOneThatItExtends() throws {
        let site = try Site([
            "a.json": #"{ "extends": "m/base", "seed": 1 }"#, "b.json": Self.counting("b"),
            "m/base.json": Self.counting("old"), "z.json": #"{ "extends": "m/base" }"#,
        ])
        #expect(try site.bodies("/@a/x", 2) == ["old 1", "old 2"])
        #expect(try site.bodies("/@b/x", 1) == ["b 1"])
        #expect(try site.reload().isEmpty)
        #expect(try site.bodies("/@a/x", 1) == ["old more"])
        try site.write(Self.counting("new"), to: "m/base.json")
        #expect(try site.reload().changed == ["a", "m/base", "z"])
        #expect(try site.bodies("/@a/x", 1) == ["new 1"])
        #expect(try site.bodies("/@z/x", 1) == ["new 1"])
        #expect(try site.bodies("/@b/x", 1) == ["b 2"])
    }

    @Test func aFileOfTheOneThatItExtendsIsAPartOfItToo() throws {
        let base = #"{ "rules": [ { "steps": [ { "reply": { "file": "files/a.txt" } } ] } ] }"#
        let site = try Site(["a.json": #"{ "extends": "m/base" }"#, "m/base.json": base, "m/files/a.txt": "old"])
        #expect(try site.bodies("/@a/x", 1) == ["old"])
        try site.write("new", to: "m/files/a.txt")
        #expect(try site.reload().changed == ["a", "m/base"])
        #expect(try site.bodies("/@a/x", 1) == ["new"])
    }

    @Test func anotherSeedIsAChange() throws {
        let site = try Site(["a.json": Self.counting("a")])
        #expect(
            try site.gateway.reload(Gateway.load([site.folder.path()], overriding: ScenarioOverrides(seed: 7))).changed
                == ["a"])
    }

    @Test func aBadFileChangesNothing() throws {
        let site = try Site(["a.json": Self.counting("a"), "b.json": Self.counting("b")], scenario: "a")
        #expect(try site.bodies("/x", 1) == ["a 1"])
        try site.write("{ no json", to: "b.json")
        try site.write(Self.counting("A"), to: "a.json")
        #expect(throws: GatewayError.self) { try site.reload() }
        #expect(try site.bodies("/x", 1) == ["a 2"])
        // Good again, but the scenario of requests that select none is gone.
        try site.remove("b.json")
        try site.remove("a.json")
        try site.write(Self.counting("c"), to: "c.json")
        #expect {
            try site.reload()
        } throws: { error in
            guard case .unknownScenario("a", _)? = error as? GatewayError else { return false }
            return true
        }
        #expect(try site.bodies("/x", 1) == ["a more"])
        try site.write(Self.counting("A"), to: "a.json")
        let changes = try site.reload()
        #expect([changes.changed, changes.added, changes.removed] == [["a"], ["c"], ["b"]])
        #expect(try site.bodies("/x", 1) == ["A 1"])
    }

    @Test func sessionsKeepWhatTheyBeganWith() throws {
        let site = try Site(["a.json": Self.counting("a"), "b.json": Self.counting("b")])
        #expect(try site.bodies("/@a~k/x", 1) == ["a 1"])
        #expect(try site.bodies("/@b~k/x", 1) == ["b 1"])
        try site.write(Self.counting("A"), to: "a.json")
        try site.remove("b.json")
        try site.reload()
        #expect(try site.bodies("/@a~k/x", 2) == ["a 2", "a more"])
        #expect(try site.bodies("/@b~k/x", 1) == ["b 2"])
        #expect(try site.bodies("/@a~new/x", 1) == ["A 1"])
        #expect(try site.ask("/@b~new/x").status == 404)
        #expect(waits { try site.hits("b~k") == [1, 2] })
    }

    @Test func requestsInFlightFinishOnTheOldOne() async throws {
        try await aside {
            let site = try Site(["a.json": Self.counting("a")])
            let waiting = try (0..<4).map { _ in
                let connection = try RawConnection(port: site.gateway.port)
                connection.send(request("/silence"))
                return connection
            }
            #expect(waits { try site.hits("a").count == 4 })
            try site.write(Self.counting("A"), to: "a.json")
            try site.reload()
            #expect(try site.bodies("/x", 1) == ["A 1"])
            for connection in waiting { #expect(connection.receiveResponse().body == "a late") }
            // The same connection's next request is the new one's.
            waiting[0].send(request("/x"))
            #expect(waiting[0].receiveResponse().body == "A 2")
        }
    }

    @Test func nobodyHangsWhereItHasStopped() throws {
        let site = try Site(["a.json": Self.counting("a")])
        site.gateway.stop()
        try site.write(Self.counting("A"), to: "a.json")
        #expect(try site.reload().changed == ["a"])
    }
}
