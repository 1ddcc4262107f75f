import Glibc

/// Instructions of a start, until the server waits for requests.
struct StartBudget: BudgetRow {
    /// The frozen copy of scenarios: the shipped folder grows with every version.
    static let scenarios = "Benchmarks/scenarios"

    let name = "start"
    let title = "a start with the frozen copy of 376 scenarios, until it waits for requests"

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        let callgrind = try bench.callgrind(serving: Self.scenarios, counts: true)
        defer { callgrind.server.stop() }
        // The listening line is not the last thing that it does.
        usleep(500_000)
        return Measurement(try CallgrindProfile(dump: callgrind.dump()), tableUnit: 1_000)
    }
}
