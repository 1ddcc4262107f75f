/// A measured figure against the committed one.
struct BudgetVerdict: Equatable {
    enum Outcome: Equatable {
        case held
        case above
        case below
        /// There is no committed figure.
        case uncommitted
    }

    let row: String
    let quantity: Quantity
    let measured: Int
    let committed: Int?

    var outcome: Outcome {
        guard let committed else { return .uncommitted }
        let distance = quantity.distance(allowedFrom: committed)
        if measured > committed + distance { return .above }
        return measured < committed - distance ? .below : .held
    }

    /// The line of the report.
    var line: String {
        let figure = "\(Self.grouped(measured)) \(quantity.unit)"
        guard let committed else { return "\(row): \(figure)" }
        return "\(row): \(figure), committed \(Self.grouped(committed)), \(Self.change(from: committed, to: measured))"
    }

    /// What to do; empty if it is held, and for warnings, of which there are none.
    var advice: [String] {
        guard quantity != .warnings else { return [] }
        let write = "make budgets ARGS=\"--only \(row) --write\""
        return switch outcome {
        case .held: []
        case .above:
            ["If it has to cost that: \(write), and a line in CHANGELOG.md under \"Costs\" that says why."]
        case .below: ["It costs less. Commit \(measured), so that it stays so: \(write)"]
        case .uncommitted: ["No figure is committed. To write it: \(write)"]
        }
    }

    /// "1.25% more".
    private static func change(from committed: Int, to measured: Int) -> String {
        guard measured != committed else { return "the same" }
        let more = measured > committed ? "more" : "less"
        guard committed > 0 else { return more }
        return Unit.fixed(Double(abs(measured - committed)) / Double(committed) * 100, digits: 2) + "% \(more)"
    }

    /// 1234567 as "1,234,567".
    static func grouped(_ number: Int) -> String {
        let digits = String(number)
        let grouped = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
        }
        return grouped.joined()
    }
}
