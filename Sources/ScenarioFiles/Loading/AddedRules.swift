internal import JSONText
public import Rules
public import Wire

/// Rules that were compiled for a scenario that there is, with the diagnostics.
public struct AddedRules: Sendable {
    /// Empty if there are errors.
    public let rules: [CompiledRule]
    /// The last number that was given to a rule without a name.
    public let lastUnnamed: Int
    /// Without scenarios.
    public let result: LoadResult
    /// Whether nothing is wrong but that names are taken.
    public let onlyLacksNames: Bool
}

/// How added rules are called, and what is above them.
public struct AddedRuleNames {
    /// Whether there is a rule of a name.
    let isTaken: (String) -> Bool
    /// The last number that was given to a rule without a name.
    let lastUnnamed: Int
    /// The name of the only rule, where it takes the place of another.
    let only: String?
    /// The rules that requests pass before them.
    let above: [CompiledRule]

    public init(
        lastUnnamed: Int, only: String? = nil, below above: [CompiledRule] = [], isTaken: @escaping (String) -> Bool
    ) {
        (self.isTaken, self.lastUnnamed, self.only, self.above) = (isTaken, lastUnnamed, only, above)
    }
}

extension ScenarioLoader {
    /// Compiles a rule, or a list of them, to stand beside the rules of a scenario, for one session of it. A rule without a
    /// name is called `added N`, with the next N behind `lastUnnamed` for which that name is not taken. What the rules
    /// shadow is no error.
    public func rules(
        _ text: [UInt8], beside scenario: CompiledScenario, _ names: AddedRuleNames, numbering: inout ScriptNumbering
    ) -> AddedRules {
        var (last, taken, errors) = (names.lastUnnamed, 0, 0)
        let (rules, result) = added(text, named: "rules", to: scenario, &numbering) { fileReader, root in
            let read = fileReader.addedRules(root, beside: scenario, names)
            (last, taken, errors) = (read.lastUnnamed, read.taken, fileReader.diagnostics.errorCount)
            return read.rules
        }
        return AddedRules(
            rules: rules ?? [], lastUnnamed: last, result: result, onlyLacksNames: taken > 0 && taken == errors)
    }

    /// Compiles an answer, or a list of them, to wait in the queue of a session of a scenario: the rule gives each of them
    /// to one request. Nil if there are errors. `above`: all rules of the session; `taken`: how many answers have been taken
    /// from the queue before.
    public func queue(
        _ text: [UInt8], of scenario: CompiledScenario, below above: [CompiledRule], behind taken: UInt64,
        numbering: inout ScriptNumbering
    ) -> (rule: CompiledRule?, result: LoadResult) {
        let (rule, result) = added(text, named: "answers", to: scenario, &numbering) {
            $0.queue($1, below: above, behind: taken)
        }
        return (rule ?? nil, result)
    }
}
