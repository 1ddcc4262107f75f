/// Warnings of the compiler in the sources of this package, by the output of builds.
struct WarningsBudget: BudgetRow {
    static let name = "warnings"
    var name: String { Self.name }
    let title = "warnings in outputs of builds (--build-log FILE)"
    let logs: [String]

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        guard let root = Files.absolute(".") else { throw BenchError("this folder has no path") }
        var warnings: Set<String> = []
        for log in logs {
            guard let text = Files.text(log) else { throw BenchError("cannot read \(log)") }
            warnings.formUnion(BuildLog.warnings(in: text, root: root))
        }
        for warning in warnings.sorted() { Progress.log("  \(warning)") }
        return Measurement([.warnings: warnings.count])
    }
}
