/// A row of the budgets: figures that do not depend on the speed of the machine.
protocol BudgetRow: Sendable {
    /// The name in the file, and for `--only`.
    var name: String { get }
    /// What is measured, for `--list`.
    var title: String { get }
    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement
}
