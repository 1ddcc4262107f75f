/// What measuring one row gave.
struct BudgetOutcome {
    let row: String
    let measurement: Measurement?
    /// Why it could not be measured; nil if it was.
    let problem: String?

    /// Measures a row. A row that fails does not keep the others from running.
    init(_ row: any BudgetRow, _ bench: PinnedBench) {
        Progress.log("\(row.name): \(row.title)")
        do throws(BenchError) {
            self.init(row: row.name, try row.measure(bench))
        } catch {
            self.init(row: row.name, nil, problem: error.message)
        }
    }

    init(row: String, _ measurement: Measurement?, problem: String? = nil) {
        self.row = row
        self.measurement = measurement
        self.problem = problem
    }
}
