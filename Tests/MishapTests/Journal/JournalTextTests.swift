import Foundation
import JSONText
import Rules
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
        var completions: UInt64 = 0

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
            completions += 1
            facts.completion = completions
            facts.rule = number % 3 == 0 ? -1 : JournalRecord.noRule
            facts.step = 0
            let request = Request.make(
                "POST", "/\(number)", body: [UInt8](repeating: UInt8(ascii: "\""), count: body))
            JournalRecord.write(facts, request, to: rings[Int(number * 5 / 3) % rings.count])
        }

        func windows(_ wanted: JournalWindow.Wanted) -> [JournalWindow] {
            rings.map { ring in
                var (window, selection) = (JournalWindow(), JournalSelection(wanted))
                ring.select(into: &selection)
                window.evicted = ring.evicted
                for case .record(let record) in selection.take() { window.bytes.append(contentsOf: record.bytes) }
                window.next = selection.next
                return window
            }
        }

        /// Of each record: its facts, and its entry.
        func entries(_ scenario: CompiledScenario) -> [(facts: JournalRecord.Facts, json: JSONValue)] {
            windows(JournalWindow.Wanted()).flatMap { window in
                JournalBlock.Written(copying: window.bytes).map { ($0.facts, $0.json { _ in scenario }) }
            }
        }

        var evicted: Int { rings.reduce(0) { $0 + Int($1.evicted) } }
    }

    private let scenario = CompiledScenario.empty("a")

    /// All entries from the beginning, however many.
    private static let all: JournalQuery = {
        var query = JournalQuery()
        query.limit = .max
        return query
    }()

    /// All parts. `meanwhile` is called after each.
    private func parts(
        _ rings: Rings, _ query: JournalQuery = all, meanwhile: (Int) -> Void = { _ in }
    ) -> [[UInt8]] {
        var text = JournalText(query, of: 7, upTo: rings.completions, shardCount: rings.rings.count)
        var parts: [[UInt8]] = []
        while true {
            switch text.next({ _ in scenario }, waits: false) {
            case .gather(let wanted):
                let windows = rings.windows(wanted)
                let size = windows.reduce(0) { $0 + $1.bytes.count }
                #expect(size <= 160 << 10, "all windows together")
                text.add(windows)
            case .part(let bytes):
                #expect(bytes.count == JournalText.partSize)
                parts.append(bytes)
                meanwhile(parts.count)
            case .wait: Issue.record("nobody waits")
            case .last(let bytes):
                #expect(bytes.count <= JournalText.partSize)
                return parts + [bytes]
            }
        }
    }

    /// The document as a whole.
    private func whole(_ rings: Rings, _ query: JournalQuery = all) -> [UInt8] {
        let entries = rings.entries(scenario).sorted { $0.facts.completion < $1.facts.completion }.filter { record in
            switch query.start {
            case .number(let number): record.facts.sequence > number
            case .cursor(let cursor): record.facts.completion > cursor.endings
            }
        }.map(\.json)
            .filter { entry in query.rule.map { .string($0) == entry["rule"] } ?? true }
        let document: JSONValue = [
            "entries": .array(entries), "next": .string("\(JournalCursor(rings.completions, of: 7))"), "inFlight": 0,
            "evicted": .int(Int64(rings.evicted)),
        ]
        return document.bytes(pretty: true) + [0x0A]
    }

    @Test(arguments: [1, 2, 3, 64])
    func allPartsTogetherAreTheWholeText(shards: Int) {
        let rings = Rings(shards)
        rings.add(1500, spread: 300) { $0 % 50 == 0 ? 16 << 10 : Int($0 % 40) }
        let parts = parts(rings)
        #expect(parts.count > 5)
        #expect(Array(parts.joined()) == whole(rings))
        let starts: [JournalQuery.Start] = [
            .number(700), .number(1500), .number(.max), .cursor(JournalCursor(1, of: 7)),
            .cursor(JournalCursor(1499, of: 7)), .cursor(JournalCursor(1500, of: 7)),
        ]
        for start in starts {
            var query = Self.all
            query.start = start
            #expect(Array(self.parts(rings, query).joined()) == whole(rings, query))
        }
    }

    @Test func anEmptyJournalIsOnePart() {
        #expect(parts(Rings(2)) == [whole(Rings(2))])
    }

    @Test func aRuleIsAskedFor() {
        let rings = Rings(2)
        rings.add(5000, spread: 10)
        for rule in ["otherwise", "none"] {
            var query = Self.all
            query.rule = rule
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
    func entriesThatGoMeanwhileAreCounted(shards: Int) throws {
        let rings = Rings(shards, JournalBounds(entries: 2000 / shards, bytes: 4 << 20))
        rings.add(2000, spread: 50) { _ in 300 }
        let text = parts(rings) { part in if part == 2 { rings.add(3000) } }
        let journal = try JSONDecoder().decode(Journal.self, from: Data(text.joined()))
        let numbers = journal.entries.map(\.seq)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count > 200)
        #expect(journal.evicted == rings.evicted)
    }

    @Test func aPageEndsAtItsLimit() throws {
        let rings = Rings(3)
        rings.add(500, spread: 20)
        var query = JournalQuery()
        query.limit = 60
        query.rule = "otherwise"
        var numbers: [Int] = []
        for _ in 0..<10 {
            let page = try JSONDecoder().decode(Journal.self, from: Data(parts(rings, query).joined()))
            #expect(page.entries.count <= 60)
            numbers += page.entries.map(\.seq)
            query.start = .cursor(try #require(JournalCursor(page.next)))
        }
        #expect(numbers.count == rings.entries(scenario).count { $0.facts.rule == -1 })
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func withoutItsSessionItEnds() throws {
        let rings = Rings(1)
        rings.add(2000) { _ in 300 }
        var text = JournalText(Self.all, of: 7, upTo: rings.completions, shardCount: 1)
        var bytes: [UInt8] = []
        var isGone = false
        reading: while true {
            switch text.next(isGone ? nil : { _ in scenario }, waits: false) {
            case .gather(let wanted): text.add(rings.windows(wanted))
            case .part(let part):
                bytes += part
                isGone = true
            case .wait: Issue.record("nobody waits")
            case .last(let part):
                bytes += part
                break reading
            }
        }
        let journal = try JSONDecoder().decode(Journal.self, from: Data(bytes))
        #expect((50..<500).contains(journal.entries.count))
        #expect(journal.evicted == 2000 - journal.entries.count)
    }

    // MARK: Cursors

    @Test func aLiveOneSaysWhatIsMissingWhenItsSessionGoes() {
        let rings = Rings(1)
        rings.add(2000) { _ in 300 }
        var query = Self.all
        query.form = .events
        var text = JournalText(query, of: 7, upTo: rings.completions, shardCount: 1)
        var bytes: [UInt8] = []
        var isGone = false
        reading: while true {
            switch text.next(isGone ? nil : { _ in scenario }, waits: true) {
            case .gather(let wanted): text.add(rings.windows(wanted))
            case .part(let part):
                bytes += part
                isGone = true
            case .wait: Issue.record("the session is gone before that")
            case .last(let part):
                bytes += part
                break reading
            }
        }
        let whole = String(decoding: bytes, as: UTF8.self)
        let entries = whole.components(separatedBy: "\ndata: {\"seq\"").count - 1
        #expect((50..<500).contains(entries))
        #expect(whole.hasSuffix("event: gap\nid: \(text.next)\ndata: {\"count\":\(2000 - entries)}\n\n"))
    }

    @Test func aCursorIsReadAsItIsWritten() {
        for (cursor, text) in [
            (JournalCursor(0, of: 0), "c0.0"), (JournalCursor(.max, of: .max), "c\(UInt64.max).1z141z3"),
        ] {
            #expect("\(cursor)" == text)
            #expect(JournalCursor(text) == cursor)
        }
        for text in ["", "c", "c1", "1.0", "c1.", "c.1", "c+1.0", "c01.0", "c1.01", "c1.Z", "c1.1z141z4", "c1.0.0"] {
            #expect(JournalCursor(text) == nil, "\(text)")
        }
    }
}
