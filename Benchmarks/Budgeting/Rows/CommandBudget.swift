/// Instructions of a command, from its start to its end.
struct CommandBudget: BudgetRow {
    let name: String
    let title: String
    let arguments: [String]

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        Measurement(try bench.profile(arguments), tableUnit: 1_000)
    }

    static let all = [
        CommandBudget(
            name: "check", title: "`check` of the frozen copy of 376 scenarios",
            arguments: ["check", StartBudget.scenarios]),
        CommandBudget(name: "version", title: "`--version`", arguments: ["--version"]),
    ]
}
