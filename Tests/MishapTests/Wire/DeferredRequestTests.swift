import Catalogue
import Dispatch
import GatewayServer
import Rules
import ScenarioFiles
import Synchronization
import Systems
import TestSupport
import Testing
import Wire

@testable import Mishap

/// What happens while a worker matches a large body: a pattern that waits for the test stands for one that takes long.
@Suite(.descriptors) struct DeferredRequestTests {
    /// A gateway with one shard, whose patterns wait until they are told to go on.
    private final class Waiting: PatternCompiler, Pattern {
        private let begun = DispatchSemaphore(value: 0)
        private let goes = DispatchSemaphore(value: 0)

        func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> { .success(self) }
        func matchesWhole(_ bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome { found(in: bytes, &steps) }
        func found(in bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
            begun.signal()
            // No longer than this, so that what is wrong fails and does not hang.
            return goes.wait(timeout: .now() + 60) == .success ? .matched : .overLimit
        }

        func hasBegun() -> Bool { begun.wait(timeout: .now() + 60) == .success }
        func goOn() { goes.signal() }
    }

    private let patterns = Waiting()

    private func load(_ text: String) -> LoadedScenarios {
        var numbering = ScriptNumbering(run: UInt32.random(in: 1000...1_000_000))
        let rules = #"""
            { "rules": [
              { "name": "ping", "match": { "path": "/ping" }, "reply": { "text": "pong" } },
              { "name": "slow", "match": { "body": { "search": "x" } }, "reply": { "text": "\#(text) {{hit}}" } } ] }
            """#
        let result = ScenarioLoader(
            source: FileScenarioSource(), patterns: patterns, encoder: ZlibEncoder(), failures: .all
        )
        .load(Array(rules.utf8), name: "main", file: "main.json", numbering: &numbering)
        return LoadedScenarios(
            result: result, numbering: numbering, fingerprints: ["main": text.hashValue], filesRead: [])
    }

    /// The test's work, on a thread of its own.
    private func run(_ work: @escaping @Sendable (Gateway) throws -> Void) async throws {
        let loaded = load("hit")
        try await aside {
            let gateway = try Gateway(loaded, GatewayConfiguration(server: .init(port: 0, shards: 1)))
            defer { gateway.stop() }
            try work(gateway)
        }
    }

    private static let large: [UInt8] = {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 70_000)
        return Array(request("/slow", ["Content-Length: \(body.count)"], method: "POST").utf8) + body
    }()

    private static func ping(_ gateway: Gateway) throws -> String {
        let connection = try RawConnection(port: gateway.port)
        connection.send(request("/ping"))
        return connection.receiveResponse().body
    }

    private static func journal(_ gateway: Gateway) throws -> [Journal.Entry] {
        let connection = try RawConnection(port: gateway.port)
        connection.send(request("/__mishap/sessions/default/journal"))
        return try Journal(connection.receiveResponse()).entries
    }

    @Test func othersAreAnsweredMeanwhile() async throws {
        try await run { [patterns] gateway in
            let connection = try RawConnection(port: gateway.port)
            connection.send(Self.large)
            try #require(patterns.hasBegun())
            for _ in 0..<3 { #expect(try Self.ping(gateway) == "pong") }
            let entry = try #require(try Self.journal(gateway).first { $0.method == "POST" })
            #expect(entry.ending == nil && entry.rule == nil)
            #expect(connection.receive(within: .zero).bytes.isEmpty)
            patterns.goOn()
            #expect(connection.receiveResponse().body == "hit 1")
        }
    }

    @Test func aClientThatGoesAwayTakesNoHit() async throws {
        try await run { [patterns] gateway in
            let first = try RawConnection(port: gateway.port)
            first.send(Self.large)
            try #require(patterns.hasBegun())
            first.reset()
            try waitUntil { try Self.journal(gateway).first?.ending != nil }
            patterns.goOn()
            let second = try RawConnection(port: gateway.port)
            second.send(Self.large)
            try #require(patterns.hasBegun())
            patterns.goOn()
            #expect(second.receiveResponse().body == "hit 1")
            let entries = try Self.journal(gateway)
            #expect(entries.map(\.ending).first == "abandoned" && entries.first?.rule == nil)
        }
    }

    @Test func aStopWaitsForNoMoreThanTheWork() async throws {
        let stopped = Mutex(false)
        try await run { [patterns] gateway in
            let connection = try RawConnection(port: gateway.port)
            connection.send(Self.large)
            try #require(patterns.hasBegun())
            let stops = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                gateway.stop()
                stopped.withLock { $0 = true }
                stops.signal()
            }
            // The connection ends while the work is still being done.
            #expect(connection.receive(within: .seconds(60)).ending != .open)
            #expect(!stopped.withLock { $0 })
            patterns.goOn()
            #expect(stops.wait(timeout: .now() + 10) == .success)
        }
    }

    @Test func aReloadLeavesTheRequestItsSession() async throws {
        let changed = load("changed")
        try await run { [patterns] gateway in
            let connection = try RawConnection(port: gateway.port)
            connection.send(Self.large)
            try #require(patterns.hasBegun())
            #expect(try gateway.reload(changed).changed == ["main"])
            patterns.goOn()
            #expect(connection.receiveResponse().body == "hit 1")
            connection.send(Self.large)
            try #require(patterns.hasBegun())
            patterns.goOn()
            #expect(connection.receiveResponse().body == "changed 1")
        }
    }
}
