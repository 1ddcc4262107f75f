import Foundation
import JSONText
import Scenario
import TestSupport
import Testing
import Wire

@testable import Mishap

/// A journal's text in parts is the text of the whole journal.
@Suite struct JournalTextTests {
    /// The rings of some shards, as a session has them.
    private final class Rings {
        let rings: [JournalRing]
        var last: UInt64 = 0

        init(_ count: Int, _ bounds: JournalBounds = JournalBounds()) {
            rings = (0..<count).map { _ in JournalRing(ShardJournals(bounds)) }
        }

        /// Exchanges that end in another order than they began: each within `spread` of its number.
        func add(_ count: Int, spread: Int = 1, body: (UInt64) -> Int = { _ in 0 }) {
            func end(_ number: UInt64) -> Int { Int(number) + Int(number % 7) * spread }
            let numbers = (last + 1)...(last + UInt64(count))
            for number in numbers.sorted(by: { end($0) < end($1) }) { write(number, body: body(number)) }
            last += UInt64(count)
        }

        func write(_ number: UInt64, body: Int) {
            var facts = JournalRecord.Facts()
            facts.sequence = number
            facts.rule = number % 3 == 0 ? -2 : JournalRecord.noRule
            facts.step = 0
            let request = Request.make(
                "POST", "/\(number)", body: [UInt8](repeating: UInt8(ascii: "\""), count: body))
            JournalRecord.write(facts, request, to: rings[Int(number * 5 / 3) % rings.count])
        }

        func windows(_ wanted: JournalWindow.Wanted) -> [JournalWindow] {
            rings.map { ring in
                var (window, selection) = (JournalWindow(), JournalSelection(wanted))
                ring.select(into: &selection)
                window.count = ring.count(wanted)
                window.evicted = ring.evicted
                for case .record(let bytes) in selection.take() { window.bytes.append(contentsOf: bytes) }
                window.next = selection.next
                return window
            }
        }

        var records: [JournalRecord] {
            windows(JournalWindow.Wanted()).flatMap { window in
                JournalRecord.places(in: window.bytes).map { JournalRecord(in: window.bytes, at: $0.offset) }
            }
        }

        var evicted: Int { rings.reduce(0) { $0 + Int($1.evicted) } }
    }

    private let scenario = CompiledScenario.empty("a")

    /// All parts. `meanwhile` is called after each.
    private func parts(
        _ rings: Rings, _ query: JournalQuery = JournalQuery(), meanwhile: (Int) -> Void = { _ in }
    ) -> [[UInt8]] {
        var text = JournalText(query, upTo: rings.last, shardCount: rings.rings.count)
        var parts: [[UInt8]] = []
        while true {
            switch text.next({ _ in scenario }) {
            case .gather(let wanted):
                let windows = rings.windows(wanted)
                let size = windows.reduce(0) { $0 + $1.bytes.count }
                #expect(size <= 160 << 10, "all windows together")
                text.add(windows)
            case .part(let bytes):
                #expect(bytes.count == JournalText.partSize)
                parts.append(bytes)
                meanwhile(parts.count)
            case .last(let bytes):
                #expect(bytes.count <= JournalText.partSize)
                return parts + [bytes]
            }
        }
    }

    /// The document as a whole.
    private func whole(_ rings: Rings, _ query: JournalQuery = JournalQuery()) -> [UInt8] {
        let entries = rings.records.filter { $0.facts.sequence > query.after }
            .sorted { $0.facts.sequence < $1.facts.sequence }.map { $0.json { _ in scenario } }
            .filter { entry in query.rule.map { .string($0) == entry["rule"] } ?? true }
        let document: JSONValue = ["entries": .array(entries), "evicted": .int(Int64(rings.evicted))]
        return document.bytes() + [0x0A]
    }

    @Test(arguments: [1, 2, 3, 64])
    func allPartsTogetherAreTheWholeText(shards: Int) {
        let rings = Rings(shards)
        rings.add(1500, spread: 300) { $0 % 50 == 0 ? 16 << 10 : Int($0 % 40) }
        let parts = parts(rings)
        #expect(parts.count > 5)
        #expect(Array(parts.joined()) == whole(rings))
        for query in [JournalQuery(after: 700), JournalQuery(after: 1500), JournalQuery(after: .max)] {
            #expect(Array(self.parts(rings, query).joined()) == whole(rings, query))
        }
    }

    @Test func anEmptyJournalIsOnePart() {
        #expect(parts(Rings(2)) == [whole(Rings(2))])
        #expect(parts(Rings(2)) == [Array(#"{"entries":[],"evicted":0}"#.utf8) + [0x0A]])
    }

    @Test func aRuleIsAskedFor() {
        let rings = Rings(2)
        rings.add(5000, spread: 10)
        for rule in ["otherwise", "none"] {
            let query = JournalQuery(rule: rule)
            let text = Array(parts(rings, query).joined())
            #expect(text == whole(rings, query))
        }
    }

    @Test func whatWasEvictedBeforeIsCounted() {
        let rings = Rings(2, JournalBounds(entries: 500, bytes: 1 << 20))
        rings.add(3000, spread: 20)
        #expect(rings.evicted > 1000)
        #expect(Array(parts(rings).joined()) == whole(rings))
    }

    @Test(arguments: [1, 2, 5])
    func entriesThatComeMeanwhileAreLeftOutAndThoseThatGoAreCounted(shards: Int) throws {
        let rings = Rings(shards, JournalBounds(entries: 2000 / shards, bytes: 4 << 20))
        rings.add(2000, spread: 50) { _ in 300 }
        let (total, before) = (rings.last, rings.evicted)
        let text = parts(rings) { part in if part == 2 { rings.add(3000) } }
        let journal = try JSONDecoder().decode(Journal.self, from: Data(text.joined()))
        let numbers = journal.entries.map(\.seq)
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count < 2000 - before)
        #expect(numbers.count > 200)
        #expect(journal.evicted == Int(total) - numbers.count)
    }

    @Test func withoutItsSessionItEnds() throws {
        let rings = Rings(1)
        rings.add(2000) { _ in 300 }
        var text = JournalText(JournalQuery(), upTo: rings.last, shardCount: 1)
        var bytes: [UInt8] = []
        var isGone = false
        reading: while true {
            switch text.next(isGone ? nil : { _ in scenario }) {
            case .gather(let wanted): text.add(rings.windows(wanted))
            case .part(let part):
                bytes += part
                isGone = true
            case .last(let part):
                bytes += part
                break reading
            }
        }
        let journal = try JSONDecoder().decode(Journal.self, from: Data(bytes))
        #expect((100..<500).contains(journal.entries.count))
        #expect(journal.evicted == 2000 - journal.entries.count)
    }
}
