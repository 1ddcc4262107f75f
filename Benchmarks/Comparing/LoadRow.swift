/// A row that compares two builds by one or more loads on Mishap.
protocol LoadRow: Row {
    func loads(_ bench: Workbench) throws(BenchError) -> [Load]
}

extension LoadRow {
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        try compareLoads(bench)
    }

    func compareLoads(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var findings: [Finding] = []
        for load in try loads(bench) { findings += try LoadComparison(load: load, bench: bench).findings() }
        return findings
    }
}
