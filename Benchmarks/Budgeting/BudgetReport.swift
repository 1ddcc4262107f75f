/// The report of the budgets, for people.
struct BudgetReport {
    let outcomes: [BudgetOutcome]
    /// Nil if nothing is committed yet.
    let committed: Budgets?
    /// The platform that was measured on.
    let platform: Platform
    /// The committed tables of functions.
    let tables: [String: FunctionTable]
    /// The names of all rows that there are.
    var known: Set<String> = []

    /// Rows that are committed and do not exist any more.
    private var gone: [String] { (committed?.rows.keys.filter { !known.contains($0) } ?? []).sorted() }

    /// Whether figures are judged. Those of another platform are only shown.
    private var isJudged: Bool { committed.map { $0.platform == platform } ?? true }

    /// Whether each budget is held that is judged.
    var isHeld: Bool {
        // Warnings are the same everywhere.
        gone.isEmpty
            && outcomes.allSatisfy {
                verdicts($0).allSatisfy { $0.outcome == .held || !isJudged && $0.quantity != .warnings }
            }
    }

    /// The rows whose figures `--write` writes. Those that are held keep theirs, or a budget would grow by what one run
    /// differs from another.
    var changed: [BudgetOutcome] {
        outcomes.filter { outcome in
            verdicts(outcome).contains { $0.quantity != .warnings && (!isJudged || $0.outcome != .held) }
        }
    }

    var text: String {
        let lines = outcomes.flatMap { isJudged ? judged($0) : shown($0) }
        let missing = gone.map { "! \($0): committed, and no row has that name. Take it out of the file." }
        return (lines + missing + summary).joined(separator: "\n")
    }

    private func verdicts(_ outcome: BudgetOutcome) -> [BudgetVerdict] {
        let figures = (outcome.measurement?.figures ?? [:]).sorted { $0.key < $1.key }
        return figures.map { quantity, measured in
            BudgetVerdict(
                row: outcome.row, quantity: quantity, measured: measured,
                committed: quantity == .warnings ? 0 : committed?.rows[outcome.row]?[quantity])
        }
    }

    private func shown(_ outcome: BudgetOutcome) -> [String] {
        problem(of: outcome) + verdicts(outcome).map { "  \($0.line)" }
    }

    private func judged(_ outcome: BudgetOutcome) -> [String] {
        problem(of: outcome)
            + verdicts(outcome).flatMap { verdict in
                guard verdict.outcome != .held else { return ["  \(verdict.line)"] }
                let details = functions(verdict, outcome) + verdict.advice
                return ["! \(verdict.line)"] + details.map { "      \($0)" }
            }
    }

    private func problem(of outcome: BudgetOutcome) -> [String] {
        outcome.problem.map { ["! \(outcome.row) could not be measured: \($0)"] } ?? []
    }

    /// The functions that made the difference.
    private func functions(_ verdict: BudgetVerdict, _ outcome: BudgetOutcome) -> [String] {
        guard verdict.outcome != .uncommitted, [.instructions, .memset].contains(verdict.quantity),
            let now = outcome.measurement?.functions, let before = tables[outcome.row]
        else { return [] }
        let grown = now.changes(since: before, grown: true)
        return verdict.outcome == .above ? grown : now.changes(since: before, grown: false)
    }

    private var summary: [String] {
        guard let committed else { return ["No budgets are committed; --write writes them."] }
        guard isJudged else {
            return ["These figures are not judged:"] + platform.differences(from: committed.platform).map { "  \($0)" }
        }
        let all = outcomes.flatMap(verdicts)
        let missed = all.count { $0.outcome != .held }
        return [missed == 0 ? "\(all.count) budgets are held." : "\(missed) of \(all.count) budgets are not held."]
    }
}
