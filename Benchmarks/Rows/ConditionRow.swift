/// The cost of many rules that differ in one condition only, compared with one rule.
struct ConditionRow: LoadRow {
    let name: String
    let conditions: Conditions
    let count: Int
    /// The maximum ratio of CPU time, many rules over one.
    let threshold: Double
    /// Whether earlier versions read its scenarios, so that builds can be compared.
    var isReadByEarlier = true

    var title: String { "\(count) rules told apart by \(conditions.what) alone, against one" }

    static let all = [
        ConditionRow(name: "by-header", conditions: .headers, count: 200, threshold: 1.3),
        ConditionRow(name: "by-query", conditions: .queries, count: 200, threshold: 1.3),
        ConditionRow(name: "by-form", conditions: .forms, count: 200, threshold: 1.3),
        ConditionRow(name: "by-json", conditions: .values, count: 200, threshold: 1.3),
        ConditionRow(name: "by-expression", conditions: .expressions, count: 100, threshold: 2, isReadByEarlier: false),
        ConditionRow(name: "templates", conditions: .templates, count: 100, threshold: 1.15),
    ]

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let (many, one) = try conditions.loads(count, script: name, bench)
        let left = try bench.mishap(serving: many.scenarios)
        defer { left.stop() }
        let right = try bench.mishap(serving: one.scenarios)
        defer { right.stop() }
        guard try many.check(left).body == one.check(right).body else {
            throw BenchError("the answers differ with the number of rules")
        }
        let comparison = ABComparison(
            left: .init(name: "\(count)", server: left, wrk: many.wrk),
            right: .init(name: "1", server: right, wrk: one.wrk))
        return try comparison.run(bench, title: conditions.what, maximumCPURatio: threshold)
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        guard isReadByEarlier else { return [] }
        let (many, one) = try conditions.loads(count, script: name, bench)
        return [many, one]
    }
}
