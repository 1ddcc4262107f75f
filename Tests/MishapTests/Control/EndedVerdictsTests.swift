import Engine
import Rules
import Synchronization
import Testing

@testable import Mishap

/// Verdicts that are kept for whoever deletes a session again.
@Suite struct EndedVerdictsTests {
    private static let second: UInt64 = 1_000_000_000

    /// The verdict on a session of which so many requests were of no rule.
    private static func verdict(_ unmatched: Int) -> GivenVerdict {
        GivenVerdict(Verdict([], unmatchedCount: unmatched))
    }

    /// How many requests were of no rule in the verdict that is found; -1 if none is, nil if it is still to come.
    private static func found(_ verdicts: EndedVerdicts, _ name: String, at now: UInt64) -> Int? {
        let found = Mutex<Int?>(nil)
        verdicts.find(name, at: now) { verdict in
            let number = verdict.map { Self.number(of: $0) } ?? -1
            found.withLock { $0 = number }
        }
        return found.withLock { $0 }
    }

    /// The text counts them: "unmatched: and 3 more".
    private static func number(of verdict: GivenVerdict) -> Int { Int(verdict.text.filter(\.isNumber)) ?? -2 }

    @Test func theLastOneIsKeptForAMinute() {
        let verdicts = EndedVerdicts()
        verdicts.end("~a", Self.verdict(2), at: Self.second)
        #expect(Self.found(verdicts, "~a", at: 60 * Self.second) == 2)
        #expect(Self.found(verdicts, "~a", at: 61 * Self.second) == -1)
        #expect(Self.found(verdicts, "~b", at: Self.second) == -1)
    }

    @Test func soManyAreKept() {
        let verdicts = EndedVerdicts(most: 3)
        for number in 1...200 { verdicts.end("~\(number)", Self.verdict(number), at: UInt64(number)) }
        #expect(
            (1...200).filter { (number: Int) in Self.found(verdicts, "~\(number)", at: 300) == number } == [
                198, 199, 200,
            ])
        // Those that are too old go with the next.
        verdicts.end("~201", Self.verdict(201), at: 199 + EndedVerdicts.lifetime)
        #expect(["~199", "~200", "~201"].map { Self.found(verdicts, $0, at: 300) } == [-1, 200, 201])
    }

    @Test func soManyBytesAreKept() {
        let size = Self.verdict(1).size + "~1".utf8.count
        let verdicts = EndedVerdicts(mostBytes: 3 * size)
        for number in 1...9 { verdicts.end("~\(number)", Self.verdict(number), at: 1) }
        #expect((1...9).filter { (number: Int) in Self.found(verdicts, "~\(number)", at: 1) == number } == [7, 8, 9])
        let small = EndedVerdicts(mostBytes: size - 1)
        small.end("~1", Self.verdict(1), at: 1)
        #expect(Self.found(small, "~1", at: 1) == -1)
    }

    @Test func oneThatIsOnItsWayIsAwaited() {
        let verdicts = EndedVerdicts()
        let found = Mutex<[Int]>([])
        verdicts.begin("~a")
        func find(_ name: String) {
            verdicts.find(name, at: 1) { verdict in
                let number = verdict.map { Self.number(of: $0) } ?? -1
                found.withLock { $0.append(number) }
            }
        }
        for _ in 0..<2 { find("~a") }
        #expect(found.withLock { $0 }.isEmpty)
        verdicts.end("~a", Self.verdict(3), at: 1)
        #expect(found.withLock { $0 } == [3, 3])
        // Of two calls at once, one takes it away.
        for _ in 0..<2 { verdicts.begin("~c") }
        find("~c")
        verdicts.end("~c", nil, at: 1)
        #expect(found.withLock { $0 } == [3, 3])
        verdicts.end("~c", Self.verdict(4), at: 1)
        #expect(found.withLock { $0 } == [3, 3, 4])
        verdicts.begin("~b")
        find("~b")
        verdicts.end("~b", nil, at: 1)
        #expect(found.withLock { $0 } == [3, 3, 4, -1])
    }
}
