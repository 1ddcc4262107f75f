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
        #expect(!GraphCode.all.isEmpty && !DocumentErrors.table.isEmpty && !WireBehaviours.all.isEmpty)
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
