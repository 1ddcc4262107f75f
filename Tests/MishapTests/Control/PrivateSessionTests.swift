internal import Systems
import Foundation
import GatewayServer
import JSONText
import TestSupport
import Rules
import ScenarioFiles
import Synchronization
import Testing
import Wire

@testable import Mishap

/// `NAME~KEY`: a session of one's own, over the wire.
@Suite(.descriptors) struct PrivateSessionTests {
    private static let rules = #"""
        { "name": "once", "match": { "path": "/once" },
          "steps": [ { "reply": { "text": "first" } }, { "reply": { "text": "later" } } ] },
        { "name": "silence", "match": { "path": "/silence" }, "steps": [ { "fail": "http/timeout" } ] }
        """#
    private static let scenario = "{ \"rules\": [ \(rules) ] }"

    private static func gateway(_ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws -> RunningGateway {
        try RunningGateway(["shop/pay": scenario, "other": scenario]) {
            $0.scenario = "other"
            configure(&$0)
        }
    }

    @Test func everyWayLeadsToTheSameOne() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/@shop/pay/once").body == "first")
        #expect(try gateway.ask("/@shop/pay~Key_1.x-y/once").body == "first")
        #expect(try gateway.ask("/once", "Mishap-Session: shop/pay~Key_1.x-y").body == "later")
        #expect(try gateway.ask("/once", "mishap-session: shop/pay%7EKey_1.x-y").body == "later")
        #expect(try gateway.ask("/@shop/pay~Key_1.x-y/-/once").body == "later")
        #expect(try gateway.journal("shop--pay~Key_1.x-y", ended: 4).entries.map(\.hit) == [1, 2, 3, 4])
        #expect(try gateway.journal("shop--pay", ended: 1).entries.map(\.hit) == [1])
        #expect(try gateway.ask("/@shop/pay~key_1.x-y/once").body == "first")
    }

    @Test func theDefaultHasPrivateOnesToo() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/@default~k/once").body == "first")
        #expect(try gateway.ask("/@other~k/once").body == "later")
        #expect(try gateway.journal("default~k", ended: 2).entries.map(\.hit) == [1, 2])
        #expect(try gateway.journal("default").entries.isEmpty)
    }

    @Test func readingOpensNone() throws {
        let gateway = try Self.gateway()
        let journal = "/__mishap/sessions/shop--pay~a--b/journal"
        for _ in 0..<2 { #expect(try gateway.ask(journal).status == 404) }
        #expect(try gateway.ask("/__mishap/sessions/shop--pay~a--b").status == 404)
        #expect(try gateway.ask("/@shop/pay~a--b/once").body == "first")
        #expect(try gateway.journal("shop--pay~a--b", ended: 1).entries.map(\.target) == ["/once"])
        let typo = try gateway.ask("/__mishap/sessions/shop--pay~a-b/journal")
        #expect(typo.status == 404)
        #expect(typo.body.contains(#"did you mean \"shop/pay~a--b\"?"#), "\(typo)")
        #expect(try gateway.ask("/__mishap/sessions/shop--pai~k/journal").status == 404)
    }

    @Test(arguments: [
        "a+b", "", "ä", "a~b", "a%2", "a%00b", "%C2%85", "%FF", String(repeating: "k", count: 201),
        String(repeating: "%20", count: 201),
    ])
    func aKeyThatIsNoneIsSaidToBe(key: String) throws {
        let gateway = try Self.gateway()
        for answer in [
            try gateway.ask("/@shop/pay~\(key)/once"), try gateway.ask("/once", "Mishap-Session: shop/pay~\(key)"),
            try gateway.ask("/__mishap/sessions/shop--pay~\(key)/journal"),
        ] {
            #expect([400, 404].contains(answer.status ?? 0))
            // What is no valid target at all is refused before.
            if answer.status == 404 {
                #expect(answer.body.contains("the key behind shop/pay~ is 1 to 200 bytes of UTF-8"), "\(answer)")
            }
        }
        #expect(try gateway.ask("/@shop/pay~\(String(repeating: "k", count: 200))/once").body == "first")
    }

    /// Names of tests, as they come out of test runners, and what is made of them by builders of URLs.
    @Test(arguments: [
        ("TestRetry%2Ftwice%20in%20a%20row", "TestRetry%2ftwice%20in%20a%20row"), ("%5Bengine%3Ajunit%5D", nil),
        ("%C3%A4%2Fb", "%c3%a4%2fb"), ("plain", "%70lain"), ("a%7Eb", "a%7eb"),
        (String(repeating: "%2F", count: 200), nil),
    ])
    func anEncodedKeyIsDecodedOnce(key: String, other: String?) throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/@shop/pay~\(key)/once").body == "first")
        #expect(try gateway.ask("/%40shop/pay%7E\(other ?? key)/once").body == "later")
        #expect(try gateway.ask("/%40shop/pay%7e\(key)/-/once").body == "later")
        #expect(try gateway.ask("/once", "Mishap-Session: shop/pay~\(other ?? key)").body == "later")
        for name in ["shop--pay~\(key)", "shop%2Fpay%7E\(other ?? key)", "shop%2fpay~\(key)"] {
            #expect(try gateway.journal(name, ended: 4).entries.map(\.hit) == [1, 2, 3, 4], "\(name)")
        }
        #expect(try gateway.ask("/@shop/pay~another/once").body == "first")
    }

    @Test func aHostHasKeysOfLowerCaseOnly() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/@shop/pay~a-1/once").body == "first")
        #expect(try gateway.ask("/once", host: "Shop--Pay~A-1.localhost").body == "later")
        for key in ["a.b", "a_b", "a%2Fb"] {
            #expect(try gateway.ask("/once", host: "shop--pay~\(key).localhost").status != 200, "\(key)")
        }
    }

    @Test(.descriptors(60)) func manyAtOnceHaveHitsOfTheirOwn() async throws {
        let gateway = try Self.gateway()
        try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await aside {
                        // A connection each, so that both shards serve every session.
                        try (0..<10).map { _ in try gateway.ask("/@shop/pay~\(number)/once").body }
                    }
                }
            }
            for try await bodies in group {
                #expect(bodies == ["first"] + Array(repeating: "later", count: 9))
            }
        }
        for number in 0..<8 {
            #expect(try gateway.journal("shop--pay~\(number)", ended: 10).entries.map(\.hit) == Array(1...10))
        }
    }

    @Test func anIdleOneGoesAndItsJournalWithIt() throws {
        let gateway = try Self.gateway {
            $0.server.shards = 1
            $0.sessions.idle = 0
        }
        let connection = try gateway.connect()
        for _ in 0..<3 {
            connection.send(request("/@shop/pay~k/once"))
            #expect(connection.receiveResponse().body == "first")
        }
        #expect(waitUntil { (try? gateway.ask("/__mishap/sessions/shop--pay~k/journal").status) == 404 })
        // Shared ones stay.
        #expect(try gateway.ask("/@shop/pay/once").body == "first")
        #expect(try gateway.ask("/@shop/pay/once").body == "later")
    }

    @Test func whatIsSavedInAllOfThemIsBounded() throws {
        let gateway = try RunningGateway(["store": #"{ "system": "documents" }"#]) {
            $0.server.shards = 1
            $0.sessions.storeBytes = 25_000
        }
        let connection = try gateway.connect()
        func save(_ key: Int, _ count: Int) {
            let head = request("/@store~\(key)/plan.txt", ["Content-Length: \(count)"], method: "PUT")
            connection.send(head + String(repeating: "x", count: count))
            #expect([201, 204].contains(connection.receiveResponse().status))
        }
        func status(_ key: Int) -> Int? {
            connection.send(request("/@store~\(key)/plan.txt"))
            return connection.receiveResponse().status
        }
        save(1, 10_000)
        save(2, 10_000)
        #expect(status(1) == 200)
        save(3, 10_000)
        // Now it is too much: the one goes that was not used for the longest time, and what it had is free.
        #expect(status(1) == 200)
        #expect(status(2) == 404)
        save(3, 1_000)
        save(2, 10_000)
        #expect([1, 2, 3].map { status($0) } == [200, 200, 200])
    }

    @Test func oneWithARequestInFlightStays() async throws {
        try await aside {
            let gateway = try Self.gateway {
                $0.server.shards = 1
                $0.sessions.idle = 0
            }
            let waiting = try gateway.connect()
            waiting.send(request("/@shop/pay~k/silence"))
            #expect(waitUntil { (try? gateway.call("GET", "sessions/shop--pay~k").json["requests"]) == .number("1") })
            #expect(try gateway.ask("/@shop/pay~k/once").body == "first")
            #expect(try gateway.ask("/@shop/pay~k/once").body == "later")
            waiting.reset()
            #expect(waitUntil { (try? gateway.call("GET", "sessions/shop--pay~k").status) == 404 })
            #expect(try gateway.ask("/@shop/pay~k/once").body == "first")
        }
    }

    @Test func oneTooManyIsA503ThatSaysWhy() async throws {
        try await aside {
            let gateway = try Self.gateway { $0.sessions.count = 2 }
            let waiting = try (0..<2).map { number in
                let connection = try gateway.connect()
                connection.send(request("/@shop/pay~\(number)/silence"))
                #expect(
                    waitUntil {
                        (try? gateway.call("GET", "sessions/shop--pay~\(number)").json["requests"]) == .number("1")
                    })
                return connection
            }
            for answer in [
                try gateway.ask("/@shop/pay~2/once"), try gateway.ask("/once", host: "other~2.localhost"),
            ] {
                #expect(answer.status == 503)
                #expect(answer.text.contains("Content-Type: application/problem+json\r\n"))
                #expect(answer.body.contains("there are 2 sessions, as many as may be (--max-sessions)"))
            }
            #expect(try gateway.ask("/@shop/pay~1/once").body == "first")
            waiting[0].reset()
            #expect(waitUntil { (try? gateway.ask("/@shop/pay~2/once").status) == 200 })
            // The one that was in use is still there.
            #expect(try gateway.ask("/@shop/pay~1/once").body == "later")
        }
    }
}

/// The registry by itself: time is a number here.
@Suite struct PrivateSessionRegistryTests {
    private let scenario: CompiledScenario

    init() {
        var numbering = ScriptNumbering()
        scenario =
            ScenarioLoader(
                source: FileScenarioSource(), patterns: PCRE2Compiler(), encoder: ZlibEncoder(), failures: .all
            )
            .load(
                Array(#"{ "rules": [ { "steps": [ { "reply": {} } ] } ] }"#.utf8), name: "a", file: "a.json",
                numbering: &numbering
            ).scenarios[0]
    }

    private func registry(_ count: Int = 3) -> PrivateSessions {
        PrivateSessions(SessionBounds(count: count, idle: 100), shardCount: 2)
    }

    private func open(_ registry: PrivateSessions, _ name: String, at now: Nanoseconds) -> Session? {
        if case .session(let session) = registry.open(name, scenario, at: now) { return session }
        return nil
    }

    @Test func useKeepsItAlive() throws {
        let registry = registry()
        let first = try #require(open(registry, "a~1", at: 0))
        #expect(open(registry, "a~1", at: 99) === first)
        #expect(open(registry, "a~1", at: 198) === first)
        #expect(open(registry, "a~1", at: 298) !== first)
        #expect(registry.count == 1)
    }

    @Test func nobodyWaitsForAnotherOnesRequest() throws {
        let registry = registry()
        let busy = try #require(open(registry, "a~busy", at: 0))
        busy.use?.began()
        _ = open(registry, "a~idle", at: 1)
        _ = open(registry, "a~new", at: 150)
        #expect(registry.count == 2)
        busy.use?.ended(at: 210)
        #expect(open(registry, "a~busy", at: 300) === busy)
        #expect(registry.count == 1)
        _ = open(registry, "a~new", at: 400)
        #expect(registry.count == 1)
        #expect(open(registry, "a~busy", at: 400) !== busy)
    }

    @Test func theTimeRunsFromTheEndOfARequest() throws {
        let registry = registry()
        let busy = try #require(open(registry, "a~busy", at: 0))
        busy.use?.began()
        busy.use?.ended(at: 210)
        _ = open(registry, "a~other", at: 300)
        #expect(open(registry, "a~busy", at: 310) !== busy)
    }

    @Test func aClockThatIsBehindDoesNoHarm() throws {
        let registry = registry()
        let first = try #require(open(registry, "a~1", at: 1000))
        #expect(open(registry, "a~1", at: 990) === first)
        #expect(open(registry, "a~1", at: 1099) === first)
    }

    @Test func theOneThatWasNotUsedForLongestMakesRoom() throws {
        let registry = registry()
        let sessions = (1...3).map { open(registry, "a~\($0)", at: Nanoseconds($0)) }
        sessions[1]?.use?.began()
        #expect(open(registry, "a~1", at: 4) === sessions[0])
        // The second is in use, so that the third goes.
        #expect(open(registry, "a~4", at: 5) != nil)
        #expect(open(registry, "a~2", at: 6) === sessions[1])
        #expect(open(registry, "a~1", at: 7) === sessions[0])
        #expect(registry.count == 3)
        #expect(open(registry, "a~3", at: 8) !== sessions[2])
    }

    @Test func nothingIsKeptOfOneThatIsGone() throws {
        let registry = registry()
        weak var first: Session?
        weak var ring: JournalRing?
        do {
            let session = try #require(open(registry, "a~1", at: 0))
            first = session
            ring = session.ring(ofShard: 1, ShardJournals(JournalBounds()))
        }
        #expect(first != nil)
        #expect(ring != nil)
        _ = open(registry, "a~2", at: 100)
        #expect(first == nil)
        #expect(ring == nil)
    }

    /// A request drops a few of them, a thread of the registry the others.
    @Test func manyGoAtOnce() throws {
        let registry = registry(10_000)
        for number in 0..<10_000 { _ = open(registry, "a~\(number)", at: 0) }
        #expect(registry.count == 10_000)
        let inUse = try (0..<200).map { try #require(open(registry, "a~\($0)", at: 1)) }
        for session in inUse { session.use?.began() }
        let last = try #require(open(registry, "a~9999", at: 100))
        #expect(open(registry, "a~9999", at: 101) === last)
        #expect(waitUntil { registry.count == 201 })
        // Those that are not dropped yet are not found any more.
        for session in inUse { session.use?.ended(at: 101) }
        #expect(open(registry, "a~199", at: 300) !== inUse[199])
        #expect(waitUntil { registry.count == 1 })
    }

    @Test func manyInUseHoldUpNobody() throws {
        // Not idle when it is opened: it could be dropped before its request begins.
        let registry = PrivateSessions(SessionBounds(count: 1000, idle: 5), shardCount: 1)
        let inUse = try (0..<200).map { number in
            let session = try #require(open(registry, "a~\(number)", at: 0))
            session.use?.began()
            return session
        }
        for number in 0..<200 { #expect(open(registry, "a~\(number)", at: 10) === inUse[number]) }
        for session in inUse { session.use?.ended(at: 10) }
        #expect(
            waitUntil {
                _ = open(registry, "a~x", at: 20)
                return registry.count == 1
            })
    }
}
