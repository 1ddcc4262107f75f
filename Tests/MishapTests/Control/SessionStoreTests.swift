import Foundation
import Rules
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Mishap

/// The one store of sessions: found without a lock, changed without waiting.
struct SessionStoreTests {
    /// Shards of which each does what it is asked for when the test says so.
    private final class Shards: Sendable {
        let responders = ShardResponders()
        private let asked = Mutex<[@Sendable (any ShardResponder) -> Void]>([])

        init() {
            responders.connect { work in
                self.asked.withLock { $0.append(work) }
                return 1
            }
        }

        var count: Int { asked.withLock { $0.count } }

        /// They have done something else: what they kept of it is let go of.
        func turn() { asked.withLock { $0 = [] } }
    }

    private func change(put: [String] = [], removed: [String] = []) -> ScenarioStore.Change {
        var change = ScenarioStore.Change()
        change.put = put.map { .empty($0) }
        change.removed = removed
        return change
    }

    private func store(_ responders: ShardResponders = ShardResponders(), main: String? = nil) -> SessionStore {
        SessionStore(main: main, SessionBounds(), shardCount: 1, responders)
    }

    private func open(_ store: SessionStore, _ name: String) -> Session? {
        let name = Array(name.utf8)
        guard case .session(let session)? = store.open(store.find(name, 0..<name.count, in: store.view), at: 0) else {
            return nil
        }
        return session
    }

    @Test func manyNamesAreAllFoundAndNoOther() {
        let store = store()
        for number in 0..<3_000 { store.apply(change(put: ["a/\(number)"])) }
        for number in 0..<3_000 { #expect(open(store, "a/\(number)")?.name == "a/\(number)") }
        for name in ["a/3000", "a", "", "a/1 ", "A/1"] { #expect(open(store, name) == nil, "\(name)") }
        store.apply(change(removed: (0..<2_999).map { "a/\($0)" }))
        #expect(open(store, "a/7") == nil)
        #expect(open(store, "a/2999") === store.main)
        #expect(store.main != nil)
    }

    /// A reset that looked the session up before another call swapped its scenario.
    @Test func aResetFollowsASwap() throws {
        let store = store()
        store.apply(change(put: ["a"]))
        let looked = try #require(open(store, "a"))
        _ = looked.nextSequence()
        guard case .swapped(let next) = store.swap(looked, to: .empty("b"), at: 0) else {
            Issue.record("not swapped")
            return
        }
        #expect(store.restart(looked, at: 0) === next)
        let current = try #require(open(store, "a"))
        #expect(current !== next)
        #expect(current.requestCount == 0)
        #expect(current.scenario.name == "b")
        // One that was reset meanwhile is another.
        #expect(store.restart(looked, at: 0) == nil)
        #expect(open(store, "a") === current)
    }

    @Test func aNameThatComesBackBeginsAnew() throws {
        let store = store()
        store.apply(change(put: ["a", "b"]))
        let first = try #require(open(store, "a"))
        store.apply(change(removed: ["a"]))
        #expect(open(store, "a") == nil)
        store.apply(change(put: ["a"]))
        let second = open(store, "a")
        #expect(second != nil && second !== first)
        #expect(open(store, "b") != nil)
    }

    @Test func theOnlyOneIsTheDefaultUnlessOneWasChosen() {
        let (store, chosen) = (store(), store(main: "b"))
        for store in [store, chosen] {
            #expect(store.main == nil)
            store.apply(change(put: ["a"]))
        }
        #expect(open(store, "default")?.name == "a")
        #expect(open(chosen, "default") == nil)
        for store in [store, chosen] { store.apply(change(put: ["b"])) }
        #expect(store.main == nil)
        #expect(chosen.main?.name == "b")
    }

    /// A shard may be looking at what is replaced right then.
    @Test func whatIsReplacedLivesUntilEveryShardHasDoneSomethingElse() throws {
        let shards = Shards()
        let store = store(shards.responders)
        store.apply(change(put: ["a"]))
        shards.turn()
        let old = { [weak session = open(store, "a")] in session }
        #expect(old() != nil)
        store.apply(change(put: ["a"]))
        #expect(open(store, "a") !== old())
        #expect(shards.count == 1)
        #expect(old() != nil)
        shards.turn()
        #expect(old() == nil)
    }

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    /// A request that asks for several names, or for none, gets an answer of one moment.
    @Test func aChangeOfManyIsSeenAsAWhole() throws {
        let shards = Shards()
        let store = store(shards.responders)
        store.apply(change(put: ["a", "b"]))
        let before = store.view
        store.apply(change(put: ["b", "c"], removed: ["a"]))
        func find(_ name: String, in view: SharedSessions.View) -> Session? { view.find(Array(name.utf8), 0..<1) }
        #expect(find("a", in: before) != nil)
        #expect(find("c", in: before) == nil)
        #expect(find("b", in: before) !== find("b", in: store.view))
        #expect(find("a", in: store.view) == nil)
        #expect(find("c", in: store.view) != nil)
    }

    /// What a table has room for disturbs nobody.
    @Test func aFurtherOneIsAddedToWhatThereIs() {
        let shards = Shards()
        let store = store(shards.responders)
        store.apply(change(put: ["a", "b"]))
        shards.turn()
        let view = store.view
        store.apply(change(put: ["c"]))
        #expect(view.find(Array("c".utf8), 0..<1) != nil)
        #expect(shards.count == 0)
        store.apply(change(put: ["c"]))
        #expect(shards.count == 1)
    }

    @Test func theOthersThreadsFindTheSame() {
        let store = store()
        store.apply(change(put: ["a"]))
        for name in ["a", "default", "a~key"] {
            guard case .session(let session) = store.open(Array(name.utf8), at: 0) else {
                Issue.record("\(name)")
                continue
            }
            #expect(session === open(store, name))
        }
        guard case .unknown("b") = store.open(Array("b".utf8), at: 0) else {
            Issue.record("found what is not there")
            return
        }
        store.apply(change(put: ["b"]))
        guard case .session(let session) = store.lookUp(Array("default".utf8), at: 0) else {
            Issue.record("no journal")
            return
        }
        #expect(session === store.unclaimed.current)
    }

    /// Under a thread sanitizer this is the test of the table; without one, of what is found.
    @Test func threadsFindWhileAnotherChanges() async throws {
        let (shards, tests) = (Shards(), self)
        let store = store(shards.responders)
        store.apply(change(put: ["there"]))
        let done = Flag()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await aside {
                        var found = 0
                        while !done.isSet.load(ordering: .acquiring) {
                            guard tests.open(store, "there")?.name == "there" else { return -1 }
                            if let session = tests.open(store, "a/\(found % 100)"), session.name.hasPrefix("a/") {
                                found += 1
                            }
                        }
                        return found
                    }
                }
            }
            group.addTask {
                try await aside {
                    for number in 0..<1_000 {
                        store.apply(tests.change(put: ["there", "a/\(number % 200)"]))
                        if number % 7 == 0 { store.apply(tests.change(removed: ["a/\(number % 100)"])) }
                    }
                    done.isSet.store(true, ordering: .releasing)
                    return 0
                }
            }
            for try await found in group { #expect(found >= 0) }
        }
        shards.turn()
        for number in 100..<200 { #expect(tests.open(store, "a/\(number)")?.name == "a/\(number)") }
    }
}
