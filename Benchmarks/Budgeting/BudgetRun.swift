import Glibc
import Synchronization

/// `mishap-bench --budgets FILE`: measures the rows, two at a time, and compares each with its committed figures.
struct BudgetRun {
    private let options: Options
    private let file: BudgetFile
    private let rows: [any BudgetRow]
    private let bench: Workbench

    /// All rows, those first that take longest.
    private static func rows(_ options: Options) -> [any BudgetRow] {
        let unordered: [any BudgetRow] =
            [StartBudget(), LifeBudget()] + CommandBudget.all + [VerdictBudget(), RuleMemoryBudget()]
            + RequestBudget.all + [HandshakeBudget()] + ConnectionMemoryBudget.all + StartMemoryBudget.all + [
                ProgramSizeBudget()
            ]
        return options.buildLogs.isEmpty ? unordered : unordered + [WarningsBudget(logs: options.buildLogs)]
    }

    init(_ options: Options, file: String) throws(BenchError) {
        self.options = options
        self.file = BudgetFile(path: file)
        let rows = Self.rows(options)
        for name in options.only where !rows.contains(where: { $0.name == name }) {
            throw BenchError("unknown row \(name); there are \(rows.map(\.name).joined(separator: ", "))")
        }
        self.rows = options.only.isEmpty ? rows : rows.filter { options.only.contains($0.name) }
        bench = try Workbench(options)
    }

    /// The exit code: 1 if a budget is not held, or could not be measured.
    func run() throws(BenchError) -> Int32 {
        if options.listRows {
            for row in rows { print("\(row.name): \(row.title)") }
            return 0
        }
        let outcomes = try measureAll()
        let here = try Platform.here(log: bench.log)
        let committed = try file.read()
        let report = BudgetReport(
            outcomes: outcomes, committed: committed, platform: here, tables: try tables(outcomes),
            known: Set(Self.rows(options).map(\.name) + [WarningsBudget.name]))
        print(report.text)
        if options.buildLogs.isEmpty, options.only.isEmpty {
            print("Warnings are not counted without --build-log FILE.")
        }
        if options.write { try file.write(report.changed, over: committed, on: here, all: options.only.isEmpty) }
        let hasProblem = outcomes.contains { $0.problem != nil }
        return hasProblem || !(options.write || report.isHeld) ? 1 : 0
    }

    private func tables(_ outcomes: [BudgetOutcome]) throws(BenchError) -> [String: FunctionTable] {
        var tables: [String: FunctionTable] = [:]
        for outcome in outcomes { tables[outcome.row] = try file.table(of: outcome.row) }
        return tables
    }

    /// One row at a time on each of two cores.
    private func measureAll() throws(BenchError) -> [BudgetOutcome] {
        // Under the name by which the tables call it.
        let program = try bench.stripped(bench.binary, ["-g"], to: "\(bench.options.folder)/mishap")
        let stripped = try bench.stripped(bench.binary, to: "\(bench.options.folder)/mishap-stripped")
        let queue = Queue(rows)
        let threads = try Cores.usable.prefix(2).enumerated().map { (place, core) throws(BenchError) in
            let pinned = try PinnedBench(bench, core: core, place: place, program: program, stripped: stripped)
            return try BackgroundThread { (_) throws(BenchError) in
                while let (index, row) = queue.next() { queue.ended(index, BudgetOutcome(row, pinned)) }
            }
        }
        for thread in threads { try thread.wait() }
        return queue.outcomes
    }

    /// The rows that are still to be measured, and what the others gave, in their order.
    private final class Queue: Sendable {
        private let rows: [any BudgetRow]
        private let state: Mutex<(next: Int, outcomes: [Int: BudgetOutcome])> = Mutex((0, [:]))

        init(_ rows: [any BudgetRow]) { self.rows = rows }

        func next() -> (Int, any BudgetRow)? {
            let index = state.withLock { state in
                defer { state.next += 1 }
                return state.next
            }
            return index < rows.count ? (index, rows[index]) : nil
        }

        func ended(_ index: Int, _ outcome: BudgetOutcome) {
            state.withLock { $0.outcomes[index] = outcome }
        }

        var outcomes: [BudgetOutcome] {
            let outcomes = state.withLock { $0.outcomes }
            return rows.indices.compactMap { outcomes[$0] }
        }
    }
}
