import CLinux
import Foundation
import ScenarioFiles
import TLS
import TestSupport
import Testing
import Wire

@testable import Mishap

/// What sessions that are gone leave in the heap: pages that the C library can give back, as the command has it do.
@Suite struct FreedMemoryTests {
    /// In a process of its own, where nothing else takes memory.
    @Test func tenThousandStoresLeaveLittle() async {
        await #expect(processExitsWith: .success) {
            let shard = try Shard()
            shard.ask("PUT", 0, at: 0)
            let before = try residentBytes()
            for key in 1...10_000 { shard.ask("PUT", key, at: 1) }
            let full = try residentBytes()
            #expect(full - before > 100 << 20, "\(full - before) bytes")
            // Some go on being used: between them the heap is empty.
            for key in stride(from: 1, through: 10_000, by: 1000) { shard.ask("GET", key, at: 500) }
            shard.ask("GET", 1, at: 700)
            let most = (full - before) / 20
            waitUntil { (try? residentBytesTrimmed() - before).map { $0 < most } == true }
            let left = try residentBytesTrimmed() - before
            #expect(left < most, "\(left) of \(full - before) bytes")
        }
    }

    /// Sessions with documents, whose places are taken by others without, one by one: where what is freed goes to the next
    /// session in pieces, nearly every page of the stores keeps one of them.
    @Test func storesThatAreDisplacedLeaveLittle() async {
        await #expect(processExitsWith: .success) {
            let shard = try Shard(sessions: 5_000)
            for key in 1...5_000 { shard.ask("GET", "/@b~a\(key)/x", at: 0) }
            let before = try residentBytes()
            for key in 1...5_000 {
                for number in 1...10 { shard.ask("PUT", "/@a~\(key)/\(number).txt", at: 1, count: 1_000) }
            }
            let full = try residentBytes()
            #expect(full - before > 80 << 20, "\(full - before) bytes")
            for key in 1...5_000 { shard.ask("GET", "/@b~b\(key)/x", at: 2) }
            // Of 130 MiB 5 to 13, 16 where a busy machine frees while much is made; 26 if the sessions were freed one by one.
            let most = (full - before) / 6
            waitUntil { (try? residentBytesTrimmed() - before).map { $0 < most } == true }
            let left = try residentBytesTrimmed() - before
            #expect(left < most, "\(left) of \(full - before) bytes")
        }
    }

    @Test(.descriptors) func storesOfSessionsThatAreDeletedLeaveLittle() async {
        await #expect(processExitsWith: .success) {
            try deleteStores { gateway, ids in
                for id in ids { try #require(try gateway.call("DELETE", "sessions/\(id)").status == 200) }
            }
        }
    }

    @Test(.descriptors) func storesOfSessionsThatAreDeletedTogetherLeaveLittle() async {
        await #expect(processExitsWith: .success) {
            try deleteStores { gateway, _ in
                try #require(try gateway.call("DELETE", "sessions?labelPrefix=store").status == 204)
            }
        }
    }

    /// Nobody asks the program to.
    @Test(.descriptors, .enabled(if: BuiltGateway.isThere)) func theProgramGivesBackWhatAResetHasFreed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-tests-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(#"{ "system": "documents" }"#.utf8).write(to: folder.appending(path: "a.json"))
        let gateway = try BuiltGateway(folder.path())
        defer { gateway.child.signal(SIGKILL) }
        func ask(_ method: String, _ target: String, _ type: String, _ body: String) throws {
            let connection = try RawConnection(port: gateway.port)
            let fields = ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
            connection.send(request(target, fields, method: method) + body)
            let status = connection.receiveResponse().status ?? 0
            #expect((200..<300).contains(status))
        }
        let document = String(repeating: "a", count: 60_000)
        for key in 1...1_000 { try ask("PUT", "/@a~\(key)/a.txt", "text/plain", document) }
        let full = gateway.residentMemory
        #expect(full > 60 << 20, "\(full) bytes")
        try ask("POST", "/__mishap/reset", "application/json", "{}")
        #expect(waitUntil { gateway.residentMemory < full - (40 << 20) }, "\(gateway.residentMemory) of \(full) bytes")
    }

    /// A shard's responder on a gateway of document stores, `a`, and of `b`, which has none; the time is a number of seconds.
    private final class Shard {
        private let responder: GatewayShardResponder

        init(sessions: Int = SessionBounds().count) throws {
            var configuration = GatewayConfiguration()
            configuration.sessions.count = sessions
            let (scenarios, responders) = (ScenarioStore(), ShardResponders())
            let journals = JournalMemory()
            let sessions = SessionStore(main: "a", configuration.sessions, shardCount: 1, responders)
            let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-tests-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(#"{ "system": "documents" }"#.utf8).write(to: folder.appending(path: "a.json"))
            try Data(#"{ "rules": [ { "reply": { "text": "b" } } ] }"#.utf8).write(to: folder.appending(path: "b.json"))
            let loaded = Gateway.load([folder.path()])
            try #require(!loaded.result.hasErrors, "\(loaded.result.text)")
            scenarios.replaceAll(loaded.result.scenarios, ScenarioStore.Files()) { sessions.apply($0) }
            let control = ControlAPI(
                ControlGuard(.any), scenarios, sessions, responders, numbering: ScriptNumbering(),
                certificates: Certificates(now: { 0 }))
            responder = GatewayShardResponder(
                0, scenarios, sessions, ShardJournals(configuration.journal, journals), control: control)
        }

        func ask(_ method: String, _ key: Int, at time: Nanoseconds) {
            ask(method, "/@a~\(key)/x.txt", at: time, count: 10_000)
        }

        /// `count`: bytes of a body, if there is to be one.
        func ask(_ method: String, _ target: String, at time: Nanoseconds, count: Int = 0) {
            let exchange = Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true)))
            let body = method == "PUT" ? [UInt8](repeating: UInt8(ascii: "a"), count: count) : []
            exchange.arrived = time * 1_000_000_000
            Array(target.utf8).withUnsafeBufferPointer { exchange.request.begin(target: $0) }
            Array(method.utf8).withUnsafeBufferPointer { exchange.request.setMethod($0) }
            exchange.request.body = body
            exchange.request.bodyCount = body.count
            exchange.request.announcesBody = !body.isEmpty
            exchange.request.isBodyComplete = true
            guard case .plan(let plan) = responder.decide(exchange) else { preconditionFailure("no answer") }
            precondition((200..<300).contains(plan.script.status ?? 0), "\(plan.script)")
            exchange.outcome.ended = exchange.arrived
            responder.ended(exchange)
        }
    }
}

/// Sessions that were asked for, each with a document, and deleted through the control API, in a process of their own.
private func deleteStores(_ delete: (RunningGateway, [String]) throws -> Void) throws {
    let gateway = try RunningGateway(["a": #"{ "system": "documents" }"#])
    let body = String(repeating: "a", count: 60_000)
    func makeSessions(_ count: Int) throws -> [String] {
        try (0..<count).map { number in
            let id = try gateway.askForSession(#"{ "scenario": "a", "label": "store \#(number)" }"#)
            let connection = try gateway.connect()
            connection.send(request("/@\(id)/a.txt", ["Content-Length: \(body.utf8.count)"], method: "PUT") + body)
            try #require(connection.receiveResponse().status == 201)
            return id
        }
    }
    try delete(gateway, try makeSessions(20))
    let before = try residentBytes()
    let ids = try makeSessions(1_500)
    let full = try residentBytes()
    #expect(full - before > 80 << 20, "\(full - before) bytes")
    try delete(gateway, ids)
    let most = 10 << 20
    waitUntil { (try? residentBytesTrimmed() - before).map { $0 < most } == true }
    let left = try residentBytesTrimmed() - before
    #expect(left < most, "\(left) of \(full - before) bytes")
}

/// What stays when the C library has given back what it can.
private func residentBytesTrimmed() throws -> Int {
    malloc_trim(0)
    return try residentBytes()
}

private func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/))
    return try #require(Int(line.1)) << 10
}
