/// Bytes of the program as it is installed.
struct ProgramSizeBudget: BudgetRow {
    let name = "program"
    let title = "the stripped program"

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        guard let bytes = Files.size(bench.stripped) else { throw BenchError("there is no \(bench.stripped)") }
        return Measurement([.bytes: bytes])
    }
}
