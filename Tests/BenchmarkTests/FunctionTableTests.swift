import Testing

@testable import mishap_bench

@Suite struct FunctionTableTests {
    private func table(_ text: String) throws -> FunctionTable { try FunctionTable(text: text, named: "static.txt") }

    private func profile(_ functions: [(String, Int)]) throws -> CallgrindProfile {
        let lines = functions.enumerated().map { "fn=(\($0)) \($1.0)\n0 \($1.1)\n" }
        return try CallgrindProfile(dump: lines.joined() + "totals: \(functions.reduce(0) { $0 + $1.1 })\n")
    }

    @Test func countsAreRoundedAndZeroesLeftOut() throws {
        let table = FunctionTable(try profile([("a", 149), ("b", 150), ("c", 49)]), dividedBy: 100)
        #expect(table.text == "2 b\n1 a\n")
    }

    @Test func functionsOfOneNameAreAdded() throws {
        let table = FunctionTable(try profile([("f", 10), ("f'2", 5)]), dividedBy: 1)
        #expect(table.counts == ["f": 15])
    }

    @Test func onlyTheLargestAreKept() throws {
        let table = FunctionTable(try profile((1...300).map { ("f\($0)", $0) }), dividedBy: 1)
        #expect(table.counts.count == 200)
        #expect(table.counts["f101"] == 101 && table.counts["f100"] == nil)
    }

    @Test func aTableIsReadAsItWasWritten() throws {
        let text = "20 A.f(Int) -> ()\n3 malloc\n3 memcpy\n"
        #expect(try table(text).text == text)
        #expect(throws: BenchError.self) { try table("many malloc\n") }
    }

    @Test func whatGrewIsNamedWithTheLargestFirst() throws {
        let (before, now) = (try table("50 a\n40 b\n30 c\n20 gone\n"), try table("58 a\n70 b\n25 c\n9 fresh\n"))
        #expect(
            now.changes(since: before, grown: true)
                == ["+30 b (40 before, 70 now)", "+9 fresh (new)", "+8 a (50 before, 58 now)"])
        #expect(
            now.changes(since: before, grown: false) == ["-20 gone (gone)", "-5 c (30 before, 25 now)"])
        #expect(now.changes(since: before, grown: true, most: 1) == ["+30 b (40 before, 70 now)"])
        #expect(now.changes(since: now, grown: true).isEmpty)
    }
}
