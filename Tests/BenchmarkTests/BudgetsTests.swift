import Testing

@testable import mishap_bench

/// The committed file, and how a figure is judged by it.
@Suite struct BudgetsTests {
    private static let platform = Platform(["architecture": "x86_64", "glibc": "2.36"])
    private static let text = """
        {
          "platform": {
            "architecture": "x86_64",
            "glibc": "2.36"
          },
          "rows": {
            "program": { "bytes": 13000000 },
            "static": { "instructions": 16000, "memset": 18424 }
          }
        }

        """

    private static let budgets = Budgets(
        platform: platform,
        rows: ["static": [.instructions: 16_000, .memset: 18_424], "program": [.bytes: 13_000_000]])

    private func verdict(_ quantity: Quantity, _ measured: Int, committed: Int?) -> BudgetVerdict {
        BudgetVerdict(row: "row", quantity: quantity, measured: measured, committed: committed)
    }

    /// The report on a run in which one row had these instructions.
    private func report(
        instructions: Int, on platform: Platform = platform, table: String = "", committedTable: String = ""
    ) throws -> BudgetReport {
        var measurement = Measurement([.instructions: instructions, .memset: 18_424])
        measurement.functions = try FunctionTable(text: table, named: "now")
        return BudgetReport(
            outcomes: [BudgetOutcome(row: "static", measurement)], committed: Self.budgets, platform: platform,
            tables: ["static": try FunctionTable(text: committedTable, named: "static.txt")],
            known: ["static", "program"])
    }

    @Test func theFileIsWrittenWithALineForEachRow() {
        #expect(Self.budgets.json == Self.text)
    }

    @Test func theFileIsReadAsItWasWritten() throws {
        #expect(try Budgets(json: Array(Self.text.utf8), named: "budgets.json") == Self.budgets)
    }

    @Test(arguments: ["", "[]", #"{ "rows": {} }"#, #"{ "platform": {}, "rows": { "static": { "seconds": 3 } } }"#])
    func whatIsNoFileOfBudgetsIsAnError(text: String) {
        #expect(throws: BenchError.self) { try Budgets(json: Array(text.utf8), named: "budgets.json") }
    }

    @Test(arguments: [
        (Quantity.instructions, 10_100, BudgetVerdict.Outcome.held), (.instructions, 10_101, .above),
        (.instructions, 9_900, .held), (.instructions, 9_899, .below),
        (.bytes, 10_101, .above), (.bytes, 9_899, .below),
        (.memory, 10_200, .held), (.memory, 10_201, .above), (.memory, 9_799, .below),
        (.memset, 10_200, .held), (.memset, 10_201, .above), (.memset, 9_799, .below),
    ])
    func aFigureIsHeldWithinItsShareOfTheCommittedOne(
        quantity: Quantity, measured: Int, outcome: BudgetVerdict.Outcome
    ) {
        #expect(verdict(quantity, measured, committed: 10_000).outcome == outcome)
    }

    @Test func aSingleWarningIsTooMany() {
        #expect(verdict(.warnings, 0, committed: 0).outcome == .held)
        #expect(verdict(.warnings, 1, committed: 0).outcome == .above)
    }

    @Test func aFigureWithoutABudgetIsNotHeld() {
        let verdict = verdict(.instructions, 1_234_567, committed: nil)
        #expect(verdict.outcome == .uncommitted)
        #expect(verdict.line == "row: 1,234,567 instructions")
    }

    @Test func aLineHasBothFiguresAndTheirDifference() {
        #expect(
            verdict(.instructions, 10_150, committed: 10_000).line
                == "row: 10,150 instructions, committed 10,000, 1.50% more")
        #expect(verdict(.memory, 950, committed: 1_000).line == "row: 950 bytes of memory, committed 1,000, 5.00% less")
        #expect(verdict(.bytes, 950, committed: 950).line == "row: 950 bytes, committed 950, the same")
    }

    @Test func growthNamesTheFunctionsThatGrew() throws {
        let report = try report(
            instructions: 16_500, table: "900 f\n100 g\n", committedTable: "400 f\n150 g\n")
        #expect(!report.isHeld)
        #expect(
            report.text == """
                ! static: 16,500 instructions, committed 16,000, 3.13% more
                      +500 f (400 before, 900 now)
                      If it has to cost that: make budgets ARGS="--only static --write", and a line in CHANGELOG.md under "Costs" that says why.
                  static: 18,424 instructions of memset, committed 18,424, the same
                1 of 2 budgets are not held.
                """)
    }

    @Test func lessHasTheFigureToCommit() throws {
        let report = try report(instructions: 15_000, table: "100 f\n", committedTable: "400 f\n")
        #expect(!report.isHeld)
        #expect(
            report.text.hasPrefix(
                """
                ! static: 15,000 instructions, committed 16,000, 6.25% less
                      -300 f (400 before, 100 now)
                      It costs less. Commit 15000, so that it stays so: make budgets ARGS="--only static --write"

                """))
    }

    /// Or a budget would grow by what one run differs from another.
    @Test func whatIsHeldIsNotWritten() throws {
        #expect(try report(instructions: 16_100).changed.isEmpty)
        #expect(try report(instructions: 16_500).changed.map(\.row) == ["static"])
        let other = Platform(["architecture": "aarch64", "glibc": "2.36"])
        #expect(try report(instructions: 16_100, on: other).changed.map(\.row) == ["static"])
    }

    @Test func onAnotherPlatformNothingIsJudged() throws {
        let other = Platform(["architecture": "aarch64", "glibc": "2.36"])
        let report = try report(instructions: 30_000, on: other)
        #expect(report.isHeld)
        #expect(
            report.text.hasSuffix(
                "These figures are not judged:\n  architecture is aarch64, and x86_64 where the budgets were measured"))
    }

    @Test func warningsAreJudgedOnEachPlatformAndNeverWritten() {
        let report = BudgetReport(
            outcomes: [BudgetOutcome(row: "warnings", Measurement([.warnings: 1]))], committed: Self.budgets,
            platform: Platform(["architecture": "aarch64"]), tables: [:], known: ["static", "program"])
        #expect(!report.isHeld && report.changed.isEmpty)
    }

    @Test func aRowThatIsGoneIsNoBudgetThatIsHeld() {
        let report = BudgetReport(
            outcomes: [], committed: Self.budgets, platform: Self.platform, tables: [:], known: ["static"])
        #expect(!report.isHeld)
        #expect(report.text.contains("! program: committed, and no row has that name."))
    }

    @Test func coresAreReadFromTheListOfTheKernel() {
        #expect(Cores.numbers(in: "0-2,5") == [0, 1, 2, 5])
        #expect(Cores.numbers(in: "7") == [7])
        #expect(Cores.numbers(in: "").isEmpty)
    }

    @Test func warningsAreThoseOfThePackageEachOnce() {
        let log = """
            [3/9] Compiling Wire Request.swift
            /home/me/mishap/Sources/Wire/Request.swift:7:9: warning: variable 'x' was never used
            /home/me/mishap/Sources/Wire/Request.swift:7:9: warning: variable 'x' was never used
            /home/me/mishap/Tests/WireTests/RequestTests.swift:1:1: warning: unused
            /home/me/mishap/.build/checkouts/other/Sources/a.swift:1:1: warning: of another package
            /home/me/mishap/Sources/Wire/Request.swift:7:9: note: see here
            warning: unrelated
            """
        #expect(
            BuildLog.warnings(in: log, root: "/home/me/mishap") == [
                "Sources/Wire/Request.swift:7:9: warning: variable 'x' was never used",
                "Tests/WireTests/RequestTests.swift:1:1: warning: unused",
            ])
    }
}
