import Engine
import GatewayServer
import Rules
import TestSupport
import Testing
import Wire

@testable import Mishap

/// What verdicts read of the records of a journal.
@Suite struct JudgedPartTests {
    private static let scenario = CompiledScenario.empty("a")

    private static func facts(
        _ sequence: UInt64, arrived: UInt64, _ change: (inout JournalRecord.Facts) -> Void = { _ in }
    ) -> JournalRecord.Facts {
        var facts = JournalRecord.Facts()
        (facts.sequence, facts.completion, facts.arrived, facts.rule) = (sequence, sequence, arrived, 0)
        facts.ended = arrived + 50
        change(&facts)
        return facts
    }

    private static func part(_ all: [JournalRecord.Facts]) -> JudgedPart {
        let bytes = all.flatMap { facts in
            JournalRecord.bytes(
                facts, Request.make("GET", "/\(facts.sequence)", fields: [("Key", "\(facts.sequence)")]), [],
                JournalExtras())
        }
        let numbering = JudgedPart.Numbering(generation: 1, scenario, beside: RulesOfSession())
        return JudgedPart(
            [JournalBlock.Written(copying: bytes)], numbering, endedAfter: 0, upTo: .max,
            afterSequence: 0)
    }

    @Test func partsOfSeveralShardsComeInTheOrderOfArrival() {
        let one = Self.part([Self.facts(2, arrived: 20), Self.facts(1, arrived: 10), Self.facts(6, arrived: 60)])
        let other = Self.part([Self.facts(4, arrived: 40), Self.facts(3, arrived: 20), Self.facts(5, arrived: 50)])
        let records = JudgedRecords([one, Self.part([]), other], Self.scenario, evicted: 0)
        #expect(records.entries.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        for (index, entry) in records.entries.enumerated() {
            #expect(records.headers(Array("key".utf8), index) == [Array("\(entry.sequence)".utf8)])
        }
        let places = Array(0..<6)
        #expect(records.firstWithout(Array("key".utf8), Array("1".utf8), among: places[...]) == 1)
        #expect(records.firstWithout(Array("key".utf8), Array("4".utf8), among: places[3...]) == 4)
        #expect(records.firstWithout(Array("key".utf8), Array("6".utf8), among: places[5...]) == 6)
    }

    @Test func connectionsThatEndedBeforeARequestAreApart() {
        func connection(_ sequence: UInt64, arrived: UInt64, failure: String?) -> [UInt8] {
            var extras = JournalExtras()
            if let failure { extras.add(failure: failure) }
            let facts = Self.facts(sequence, arrived: arrived) {
                ($0.flags, $0.rule, $0.endAge, $0.clockAge) = (.noRequest, JournalRecord.noRule, 7, 3)
            }
            return JournalRecord.bytes(facts, Request(), [], extras)
        }
        let numbering = JudgedPart.Numbering(generation: 1, Self.scenario, beside: RulesOfSession())
        let parts = [
            connection(3, arrived: 30, failure: "tcp/silent") + connection(2, arrived: 20, failure: nil),
            connection(1, arrived: 10, failure: "tcp/reset-on-accept"),
        ].map {
            JudgedPart(
                [JournalBlock.Written(copying: $0)], numbering, endedAfter: 0, upTo: .max, afterSequence: 0)
        }
        let records = JudgedRecords(parts + [Self.part([Self.facts(4, arrived: 25)])], Self.scenario, evicted: 0)
        #expect(records.entries.map(\.sequence) == [4])
        #expect(records.connections.map(\.sequence) == [1, 3])
        #expect(records.connections.map(\.failure) == ["tcp/reset-on-accept", "tcp/silent"])
        #expect(records.connections.map(\.accepted) == [10, 30])
        #expect(records.connections.map(\.ended) == [60, 80])
        #expect(records.connections.map(\.endAge) == [7, 7])
        #expect(records.connections.map(\.clockAge) == [3, 3])
        #expect(records.lastEvent == 80)
    }

    /// A row: what is known of the client's close, and when the client is taken to have given up.
    @Test(
        "A client that gave up did so when it closed, not when that was noticed",
        arguments: [
            (Outcome.End.abandoned, 30, [], 30), (.abandoned, 30, [.closedEarly], 30), (.abandoned, 0, [], 50),
            (.held, 30, [.clientClosed], 30), (.complete, 30, [.clientClosed], nil), (.held, 30, [], nil),
            (.complete, 30, [.clientClosed, .closedEarly], 30), (.complete, 0, [], nil),
        ] as [(Outcome.End, UInt64, JournalRecord.Flags, UInt64?)])
    func whenTheClientGaveUp(end: Outcome.End, closed: UInt64, flags: JournalRecord.Flags, gaveUp: UInt64?) throws {
        let part = Self.part([
            Self.facts(1, arrived: 100) { facts in
                facts.end = end.rawValue
                facts.closedAt = closed == 0 ? 0 : 100 + closed
                facts.flags = flags
                facts.endAge = 7
            }
        ])
        let entry = try #require(part.entries.first)
        #expect(entry.gaveUp == (gaveUp != nil))
        #expect(entry.ended == 100 + (gaveUp ?? 50))
        #expect(entry.endAge == 7)
    }
}
