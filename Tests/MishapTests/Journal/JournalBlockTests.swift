import TestSupport
import Testing
import Wire

@testable import Mishap

/// Blocks of a journal that are read while the journal goes on.
@Suite struct JournalBlockTests {
    private final class Writer {
        var ring: JournalRing?
        private var last: UInt64 = 0

        init(_ bounds: JournalBounds) { ring = JournalRing(ShardJournals(bounds)) }

        func write(_ count: Int, _ target: String = "/a") {
            for _ in 0..<count {
                last += 1
                var facts = JournalRecord.Facts()
                (facts.sequence, facts.completion) = (last, last)
                if let ring { JournalRecord.write(facts, Request.make("GET", target), to: ring) }
            }
        }

        func written(after completion: UInt64 = 0, begunAfter sequence: UInt64 = 0) -> [JournalBlock.Written] {
            ring?.written(endedAfter: completion, begunAfter: sequence) ?? []
        }
    }

    private static func bytes(_ parts: [JournalBlock.Written]) -> [[UInt8]] {
        parts.map { Array($0.bytes) }
    }

    private static func numbers(_ parts: [JournalBlock.Written]) -> [UInt64] {
        parts.flatMap { part in
            let numbers = part.map(\.facts.completion)
            #expect(numbers.count == part.records)
            return numbers
        }
    }

    @Test func whatWasHandedOutIsNotWrittenOver() {
        let writer = Writer(JournalBounds(entries: 64))
        writer.write(100)
        let parts = writer.written()
        let before = Self.bytes(parts)
        #expect(Self.numbers(parts).last == 100)
        // Behind the part of the newest block that was handed out, and then around the ring, more than once.
        writer.write(1, "/b")
        #expect(Self.bytes(parts) == before)
        writer.write(500, "/a/longer/path")
        #expect(Self.bytes(parts) == before)
        #expect(Self.numbers(writer.written()).last == 601)
        writer.ring = nil
        #expect(Self.bytes(parts) == before)
    }

    @Test func onlyBlocksWithWhatIsWantedAreHandedOut() {
        let writer = Writer(JournalBounds(entries: 64))
        writer.write(64)
        let all = writer.written().count
        #expect(all > 2)
        #expect(writer.written(after: 63).count == 1)
        #expect(writer.written(begunAfter: 63).count == 1)
        #expect(writer.written(after: 64).isEmpty)
        #expect(Self.numbers(writer.written(after: 60)).contains(61))
    }

    // MARK: Fields of a record

    @Test(arguments: [
        (["key: a1"], "a1", true), (["KEY: a1"], "a1", true), (["key: a2"], "a1", false), (["key: a"], "a1", false),
        (["kez: a1"], "a1", false), ([], "a1", false), (["key: "], "", true), (["key: a1"], "", false),
        (["key: a1", "key: a1"], "a1", false), (["other: a1", "key: a1", "more: b"], "a1", true),
        (["key: a2", "key: a1"], "a1", false), (["key: A1"], "a1", false),
    ])
    func aFieldIsThereOnceWithAValue(fields: [String], value: String, isThere: Bool) {
        let pairs = fields.map { field in
            let parts = field.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), String(parts[1].drop { $0 == " " }))
        }
        let bytes = JournalRecord.bytes(
            JournalRecord.Facts(), Request.make("GET", "/", fields: pairs), [], JournalExtras())
        let (name, wanted) = (Array("key".utf8), Array(value.utf8))
        let block = JournalBlock.Written(copying: bytes)
        #expect(block.map { $0.hasHeader(name, wanted) } == [isThere])
        #expect(block.map { $0.headers(name) == [wanted] } == [isThere])
    }

    /// A record has names and values back to back, however the request has them.
    @Test func aRecordIsTheSameForFieldsInLines() throws {
        let target = "/a?b"
        let inLines = Request.make("POST", target, body: [1, 2])
        let lines = Array("Key:  a1 \r\nEmpty:\r\n\r\n".utf8)
        let start = lines.withUnsafeBufferPointer { inLines.appendLines($0) }
        inLines.appendField(name: start..<start + 3, value: start + 6..<start + 8)
        inLines.appendField(name: start + 11..<start + 16, value: start + 17..<start + 17)
        let plain = Request.make("POST", target, fields: [("Key", "a1"), ("Empty", "")], body: [1, 2])
        let records = [inLines, plain].map {
            JournalRecord.bytes(JournalRecord.Facts(), $0, [], JournalExtras())
        }
        #expect(records[0] == records[1])
        #expect(JournalRecord.size(inLines, [], JournalExtras()) == records[0].count)
        let restored = try #require(JournalBlock.Written(copying: records[0]).map(\.request).first)
        #expect(restored.text(0..<restored.head.count) == "/a?bPOSTKeya1Empty")
    }
}
