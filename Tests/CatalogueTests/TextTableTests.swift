@testable import Catalogue
@testable import Systems
import Testing

/// The tables of the systems have no slip, and none would be hidden.
struct TextTableTests {
    private enum Colour: String {
        case red, green
    }

    @Test func cellsAreReadInTheirOrder() {
        let rows = TextTable.rows("a b | -12 | green, red\n- | 7 | -") { row in
            "\(row.optional() ?? "nothing") \(row.int()) \(row.words(of: Colour.self).map(\.rawValue))"
        }
        #expect(rows == [#"a b -12 ["green", "red"]"#, "nothing 7 []"])
        let causes = TextTable.rows("x/y; x/z by=closed v=1\n-") { row in row.causes().map(\.name) }
        #expect(causes == [["x/y", "x/z/closed/1"], []])
    }

    @Test func aCellIsLeftWhereItIsNoMark() {
        let rows = TextTable.rows("red\n= told\nother\n-") { row in
            row.mark(of: Colour.self)?.rawValue ?? row.text(after: "= ") ?? row.optional() ?? "nothing"
        }
        #expect(rows == ["red", "told", "other", "nothing"])
    }

    /// Each table of all systems: every cell is read when its rows are made, and a slip ends this with its line.
    @Test func everyCellOfEveryTableIsWhatItShouldBe() {
        for row in FailureIndex.all.chapters.flatMap(\.rows) {
            if case .failure(let make) = row.disposition { #expect(make().name == row.name) }
        }
        #expect(!GraphCode.all.isEmpty && !DocumentErrors.tableRows.isEmpty && !WireBehaviours.all.isEmpty)
    }

    @Test func rowsAreFoundByTheirFirstCells() {
        let table = RowTable("a b | 1\nc | 2\nc | 3\nlast | 4") { row in "\(row.text()) \(row.int())" }
        #expect(table["a b"] == "a b 1" && table["last"] == "last 4")
        // The first of two.
        #expect(table["c"] == "c 2")
        #expect(table[""] == nil && table["a"] == nil && table["1"] == nil)
        #expect(table.rows == ["a b 1", "c 2", "c 3", "last 4"])
        let pairs = RowTable("1 | 2 | x\n1 | 3 | y", keyCells: 2) { row in (row.int(), row.int(), row.text()).2 }
        #expect(pairs["1/3"] == "y" && pairs["1/2"] == "x" && pairs["1"] == nil && pairs["1/3/y"] == nil)
    }

    /// Codes and aliases are read without the entries, and lead to the same ones.
    @Test(arguments: FailureIndex.all.chapters.map(\.system))
    func anEntryIsFoundByEachOfItsNames(system: String) throws {
        let chapter = try #require(FailureIndex.all.systems.first { $0.name == system }?.chapter)
        let rows = chapter.rows
        let codes = Set(rows.map(\.code))
        var first: [String: String] = [:]
        for row in rows {
            #expect(chapter.entry(code: row.code)?.name == row.name)
            for alias in row.aliases where first[alias] == nil { first[alias] = row.name }
        }
        for (alias, name) in first where !codes.contains(alias) {
            #expect(chapter.entry(code: alias)?.name == name, "\(alias)")
        }
        let names = chapter.failures.map(\.name) + rows.map(\.name)
        #expect(chapter.names == names)
        #expect(rows.allSatisfy { chapter.lists($0.code) } && !chapter.lists("no such code"))
    }

    // MARK: Slips

    @Test func aSlipEndsTheProgramWithItsLine() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TextTable.rows("NAME | 4o0") { row in (row.text(), row.int()) }
        }
        let words = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(words?.contains(#""4o0" is not a number: NAME | 4o0"#) == true, "\(words ?? "")")
    }

    @Test func aWordThatIsNoneEndsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("blue") { $0.word(of: Colour.self) } }
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("red, blue") { $0.words(of: Colour.self) } }
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("-") { $0.word(of: Colour.self) } }
    }

    @Test func aCauseThatIsNoneEndsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("timeout") { $0.causes() } }
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("http/challenge status") { $0.causes() } }
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("http/timeout;") { $0.causes() } }
    }

    @Test func aCellTooManyOrTooFewEndsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("a | b") { $0.text() } }
        await #expect(processExitsWith: .failure) { _ = TextTable.rows("a") { ($0.text(), $0.text()) } }
        await #expect(processExitsWith: .failure) {
            _ = TextTable.rows("a | | c") { ($0.text(), $0.optional(), $0.text()) }
        }
    }
}
