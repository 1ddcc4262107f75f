import Glibc

/// Runs the benchmarks and prints the report. The exit code is 0 if everything was measured, whatever the results, and
/// 1 if something could not be measured. With `--budgets`, it is 1 as well if one is not held.
@main
enum Bench {
    static let rows: [any Row] =
        [KeepAliveRow(), CallRow(), RulesRow()] + ConditionRow.all + [
            ValueRow(), LanguageRow(), CloseRow(), TLSRow(), HandshakeRow(), StalledHandshakeRow(), IdleTLSRow(),
            RawRow(),
            HeldRow(), LatenessRow(), DocumentRow(), SessionsRow(),
            TestRow(),
            ControlRow(),
            VerdictRow(), JournalRow(),
            StartRow(), SizeRow(), ShippedRow(),
        ]

    static func main() {
        Interrupt.install()
        do {
            exit(try run(Options(Array(CommandLine.arguments.dropFirst()))))
        } catch {
            Progress.log("mishap-bench: \(error.message)")
            exit(1)
        }
    }

    private static func run(_ options: Options) throws(BenchError) -> Int32 {
        if let file = options.budgets { return try BudgetRun(options, file: file).run() }
        if options.listRows {
            for row in rows { print("\(row.name): \(row.title)") }
            return 0
        }
        let chosen = try choose(options.only)
        let bench = try Workbench(options)
        var report = Report(quick: options.quick, against: bench.against)
        for (index, row) in chosen.enumerated() {
            Progress.log("row \(index + 1)/\(chosen.count) \(row.name): \(row.title)")
            report.sections.append(measure(row, bench))
        }
        print(report.table)
        try Files.write(report.json, to: options.json)
        return report.sections.contains { $0.problem != nil } ? 1 : 0
    }

    /// A row that fails does not keep the others from running.
    private static func measure(_ row: any Row, _ bench: Workbench) -> Report.Section {
        do {
            let findings = try bench.against == nil ? row.measure(bench) : row.compare(bench)
            return .init(name: row.name, title: row.title, findings: findings, problem: nil)
        } catch {
            Progress.log("  could not run: \(error.message)")
            return .init(name: row.name, title: row.title, findings: [], problem: error.message)
        }
    }

    private static func choose(_ names: [String]) throws(BenchError) -> [any Row] {
        for name in names where !rows.contains(where: { $0.name == name }) {
            throw BenchError(
                "unknown row \(name); there are \(rows.map(\.name).joined(separator: ", "))")
        }
        return names.isEmpty ? rows : rows.filter { names.contains($0.name) }
    }
}
