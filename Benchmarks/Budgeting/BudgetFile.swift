/// The committed file, and beside it a folder of the same name with a table of functions for each row that has one.
struct BudgetFile {
    let path: String

    private var folder: String { path.hasSuffix(".json") ? String(path.dropLast(5)) : "\(path)-tables" }

    /// Nil if there is none.
    func read() throws(BenchError) -> Budgets? {
        guard let bytes = Files.read(path) else { return nil }
        return try Budgets(json: bytes, named: path)
    }

    /// Nil if the row has none.
    func table(of row: String) throws(BenchError) -> FunctionTable? {
        let file = "\(folder)/\(row).txt"
        guard let text = Files.text(file) else { return nil }
        return try FunctionTable(text: text, named: file)
    }

    /// Writes what was measured in place of what was committed; what is committed of other rows stays.
    ///
    /// - Parameter all: Whether all rows were measured. Otherwise the others stay as they are.
    func write(
        _ outcomes: [BudgetOutcome], over committed: Budgets?, on platform: Platform, all: Bool
    ) throws(BenchError) {
        if !all, let committed, committed.platform != platform {
            throw BenchError("\(path) was measured on another platform; write all rows, without --only")
        }
        var budgets = Budgets(platform: platform, rows: committed?.platform == platform ? committed?.rows ?? [:] : [:])
        try Files.makeFolder(folder)
        for outcome in outcomes {
            guard let measurement = outcome.measurement else { continue }
            budgets.rows[outcome.row] = measurement.figures
            if let table = measurement.functions { try Files.write(table.text, to: "\(folder)/\(outcome.row).txt") }
        }
        try Files.write(budgets.json, to: path)
    }
}
