@testable import Systems
internal import TestSupport
import Bytes
import Catalogue
import Testing
import Wire

@testable import Rules
@testable import ScenarioFiles

/// The documents of a store: what there is at first, and what steps make of it.
@Suite struct StoreTests {
    private static let rest = #""otherwise": { "reply": {} }"#
    static let dialects: [any Dialect] = [Shelf(), Toy()]

    static func inSettings(_ store: String) -> String {
        "{ \"system\": \"shelf\", \"settings\": { \"store\": \(store) }, \(rest) }"
    }

    static func inStep(_ store: String) -> String {
        "{ \"system\": \"shelf\", \"otherwise\": { \"pass\": true, \"store\": \(store) } }"
    }

    /// What the settings of a scenario make of the store, which have to be good.
    private func first(_ store: String, files: [String: String] = [:]) throws -> [StoreChange] {
        let result = load(Self.inSettings(store), files: files, dialects: Self.dialects)
        try #require(result.text == "")
        return try #require((result.scenarios.first?.dialect as? Shelf)?.held.storeChanges)
    }

    private func lines(_ store: String, files: [String: String] = [:]) throws -> [String] {
        try first(store, files: files).map(\.line)
    }

    /// What a step does.
    private func change(_ store: String) throws -> [StoreChange] {
        let result = load(Self.inStep(store), dialects: Self.dialects)
        try #require(result.text == "")
        return try #require(result.scenarios.first?.otherwise?.steps.first?.storeChanges)
    }

    // MARK: - What there can be
    @Test func aDocumentHasABodyOfAnyKind() throws {
        let changes = try lines(
            #"""
            { "/a": { "text": "an {{{{ é" }, "/b": { "json": { "{{{{": [1.50, null, "{{{{"] } },
              "/c": { "base64": "aGk=" }, "/d/e": { "file": "files/page.pdf" }, "/f": { "file": "plain" } }
            """#, files: ["files/page.pdf": "%PDF", "plain": "p"])
        #expect(
            changes == [
                "/a = an {{ é (text/plain; charset=utf-8)", #"/b = {"{{":[1.50,null,"{{"]} (application/json)"#,
                "/c = hi (application/octet-stream)", "/d/e = %PDF (application/pdf)",
                "/f = p (application/octet-stream)",
            ])
    }

    @Test func theTypeIsTheOneGivenOrThatOfTheName() throws {
        let changes = try lines(
            #"""
            { "/a.html": { "text": "a" }, "/b.json": { "base64": "e30=" }, "/c.txt": { "json": 1 },
              "/d.txt": { "text": "d", "type": "text/markdown" }, "/e.gif": { "file": "x.pdf" } }
            """#, files: ["x.pdf": "e"])
        #expect(
            changes == [
                "/a.html = a (text/html; charset=utf-8)", "/b.json = {} (application/json)",
                "/c.txt = 1 (text/plain; charset=utf-8)", "/d.txt = d (text/markdown)", "/e.gif = e (image/gif)",
            ])
    }

    @Test func aFinalSlashMakesACollection() throws {
        #expect(
            try lines(#"{ "/a/": {}, "/a/b/": {}, "/a/c d%é": { "text": "" } }"#) == [
                "/a/", "/a/b/", "/a/c d%é =  (text/plain; charset=utf-8)",
            ])
        #expect(try lines("{}") == [])
        #expect(try change(#"{ "/a/": {} }"#).map(\.line) == ["/a/"])
    }

    @Test func somebodyElseHoldsALock() throws {
        #expect(
            try lines(
                #"{ "/a": { "text": "x", "lockedBy": "Bea" }, "/b/": { "lockedBy": "{{{{é", "for": "10m" }, "/": { "lockedBy": "Ada" } }"#
            ) == [
                "/a = x (text/plain; charset=utf-8)", "/a locked by Bea", "/b/", "/b locked by {{é for 600 s",
                "/ locked by Ada",
            ])
    }

    @Test func aStepSavesRemovesLocksAndUnlocks() throws {
        #expect(
            try change(
                #"""
                { "/a": null, "/b/": null, "/c": { "text": "c", "lockedBy": null }, "/d": { "lockedBy": "Bea" },
                  "/e/": { "lockedBy": "Bea", "for": "1s" }, "/f": { "lockedBy": null }, "/g/": { "lockedBy": null },
                  "/": { "lockedBy": null }, "/a/b": { "text": "ab" } }
                """#
            ).map(\.line) == [
                "/a gone", "/b gone", "/c = c (text/plain; charset=utf-8)", "/c unlocked", "/d locked by Bea",
                "/e/", "/e locked by Bea for 1 s", "/f unlocked", "/g unlocked", "/ unlocked",
                "/a/b = ab (text/plain; charset=utf-8)",
            ])
    }

    @Test func seededBytesDependOnSeedAndPlace() throws {
        func bytes(_ text: String) throws -> [UInt8] {
            let result = load(text, dialects: Self.dialects)
            try #require(result.text == "")
            let scenario = try #require(result.scenarios.first)
            let changes =
                ((scenario.dialect as? Shelf)?.held.storeChanges ?? [])
                + (scenario.rules.first?.steps.flatMap(\.storeChanges) ?? [])
            return changes.flatMap { change -> [UInt8] in
                if case .document(_, let content, "application/octet-stream") = change { content } else { [] }
            }
        }
        let first = try bytes(Self.inSettings(#"{ "/a": { "size": "1KB" } }"#))
        #expect(first.count == 1_000)
        #expect(try first == bytes(Self.inSettings(#"{ "/b/": {}, "/a": { "size": "1KB" } }"#)))
        #expect(try first != bytes(Self.inSettings(#"{ "/b": { "size": "1KB" } }"#)))
        #expect(
            try first
                != bytes(
                    #"{ "seed": 1, "system": "shelf", "settings": { "store": { "/a": { "size": "1KB" } } }, \#(Self.rest) }"#
                ))
        let steps = try (0..<2).map { _ in
            try bytes(
                #"""
                { "system": "shelf", "rules": [ { "steps": [ { "pass": true, "store": { "/a": { "size": "1KB" } } },
                  { "pass": true, "store": { "/a": { "size": "1KB" } } } ] } ] }
                """#)
        }
        #expect(steps[0].count == 2_000 && steps[0] == steps[1])
        #expect(Set([first, Array(steps[0].prefix(1_000)), Array(steps[0].suffix(1_000))]).count == 3)
    }

    // MARK: - Where it can be
    @Test func anyStepHasAStore() throws {
        let store = #""store": { "/a": { "text": "x" } }"#
        let result = load(
            #"""
            { "system": "shelf", "rules": [ { "steps": [
                { "reply": {}, \#(store), "times": 2 }, { "fail": "http/html", \#(store) },
                { "fail": "tcp/reset", \#(store) }, { "choose": [ { "pass": true, \#(store) }, { "reply": {} } ], \#(store) } ],
                "rateLimit": { "allow": 1, "per": "1s", "then": { "reply": {}, \#(store) } } } ],
              "otherwise": { "reply": {}, \#(store) } }
            """#, dialects: Self.dialects)
        #expect(result.text == "")
        let scenario = try #require(result.scenarios.first)
        let steps = scenario.rules[0].steps
        #expect(steps.map(\.storeChanges.count) == [1, 1, 1, 1])
        guard case .choose(let choice) = steps[3].act else {
            Issue.record("no choice")
            return
        }
        #expect(choice.items.map(\.storeChanges.count) == [1, 0])
        #expect(scenario.rules[0].limit?.then.steps.map(\.storeChanges.count) == [1])
        #expect(scenario.otherwise?.steps.map(\.storeChanges.count) == [1])
    }

    @Test func aStoreStandsBesideAStepAndIsNone() {
        #expect(
            messages(
                #"{ "system": "shelf", "otherwise": { "store": { "/a": null } } }"#, dialects: Self.dialects
            ).map(withoutPlace) == [#"error: a step needs "reply", "fail", "choose" or "pass""#])
    }

    @Test(arguments: [
        ("", #"1:31: error: "store" is for the systems documents and shelf; this scenario has no "system""#),
        (#""system": "toy", "#, #"1:48: error: "store" is for the systems documents and shelf; this one is toy"#),
        (
            #""system": "shefl", "#,
            #"1:13: error: unknown system "shefl"; it is "jsonrpc", "xmlrpc", "mtop", "salesforce", "graph", "documents", "shelf" or "toy"; did you mean "shelf"?"#
        ),
    ])
    func aStoreNeedsASystemThatHasOne(system: String, message: String) {
        #expect(
            messages(
                "{ \(system)\"otherwise\": { \"reply\": {}, \"store\": 1 } }", dialects: Self.dialects) == [message])
    }

    @Test func aStoreInPlaceOfTheBasesReplacesIt() throws {
        let base =
            #"{ "system": "shelf", "settings": { "readOnly": true, "store": { "/a": { "text": "a" } } }, "rules": [ { "steps": [ { "pass": true, "store": { "/a": null } } ] } ] }"#
        func held(_ settings: String) throws -> CompiledScenario {
            var numbering = ScriptNumbering()
            let result = ScenarioLoader(
                source: MemorySource(["s/base.json": base, "s/a.json": "{ \"extends\": \"base\"\(settings) }"]),
                patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all(with: Self.dialects)
            ).load(["s"], numbering: &numbering)
            #expect(result.text == "")
            return try #require(result.scenarios.first { $0.name == "a" })
        }
        let inherited = try held("")
        let own = try held(#", "settings": { "store": { "/b/": {} } }"#)
        #expect(
            (inherited.dialect as? Shelf)?.held.storeChanges?.map(\.line) == [
                "/a = a (text/plain; charset=utf-8)"
            ])
        let settings = (own.dialect as? Shelf)?.held
        #expect(settings?.storeChanges?.map(\.line) == ["/b/"])
        #expect(settings?.flag("readOnly") == true)
        #expect(own.rules.first?.steps.first?.storeChanges.map(\.line) == ["/a gone"])
    }

    // MARK: - How much there can be
    @Test func aStoreIsBoundedInEntries() {
        func store(_ count: Int) -> String {
            "{ " + (0..<count).map { "\"/\($0)/\": {}" }.joined(separator: ", ") + " }"
        }
        #expect(messages(Self.inSettings(store(20_000)), dialects: Self.dialects) == [])
        let words = "error: the stores of a scenario have at most 20000 entries together"
        #expect(messages(Self.inSettings(store(20_002)), dialects: Self.dialects).map(withoutPlace) == [words])
        let together =
            "{ \"system\": \"shelf\", \"settings\": { \"store\": \(store(19_999)) }, "
            + "\"otherwise\": { \"pass\": true, \"store\": \(store(3)) } }"
        #expect(messages(together, dialects: Self.dialects).map(withoutPlace) == [words])
    }

    @Test func aStoreIsBoundedInBytes() throws {
        let words = "error: the stores of a scenario have at most 128 MiB of content together"
        for store in [
            #"{ "/a": { "size": "4GB" }, "/b": { "size": "4GB" }, "/c": { "text": "c" } }"#,
            #"{ "/a": { "text": "abc" }, "/b": { "size": "128MiB" } }"#,
            #"{ "/a": { "text": "abc" }, "/b": { "size": "134217726B" }, "/c": {} }"#,
        ] {
            #expect(messages(Self.inSettings(store), dialects: Self.dialects).map(withoutPlace) == [words])
            #expect(messages(Self.inStep(store), dialects: Self.dialects).map(withoutPlace) == [words])
        }
    }
}
