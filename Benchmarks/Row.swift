/// One benchmark, a section of the report.
protocol Row: Sendable {
    /// The name for `--only`.
    var name: String { get }
    var title: String { get }
    func measure(_ bench: Workbench) throws(BenchError) -> [Finding]
    /// Compares two builds of Mishap instead.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding]
}
