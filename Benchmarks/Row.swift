/// One row of the table of section 9 in the design.
protocol Row: Sendable {
    /// What `--only` takes.
    var name: String { get }
    var title: String { get }
    func measure(_ bench: Workbench) throws(BenchError) -> [Finding]
    /// Two builds of Mishap instead, in alternation.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding]
}
