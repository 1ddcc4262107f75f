internal import JSONText

/// Delays until variables have certain values.
extension StepReader {
    func until(_ member: JSONMember, atMost: JSONMember?, in members: [JSONMember]) -> DelayRule? {
        let tests = untilTests(member.value)
        guard let atMost else {
            if !isMisspelt("atMost", members, .delay) {
                error(
                    member.nameRange, "\"until\" needs \"atMost\" beside it",
                    hint: "such as \"atMost\": \"30s\", after which it answers anyway")
            }
            return nil
        }
        guard let time = duration(atMost.value, "\"atMost\"") else { return nil }
        guard time > 0 else {
            error(atMost.value.range, "\"atMost\" must be longer than nothing")
            return nil
        }
        return tests.map { .until(DelayUntil($0, atMost: time)) }
    }

    private func untilTests(_ node: JSONNode) -> [MatchProgram.VariableTest]? {
        guard let members = object(node, .until, what: "\"until\"") else { return nil }
        guard let variables = members.first(where: { $0.name == "variables" }) else {
            if !isMisspelt("variables", members, .until) { error(node.range, "\"until\" needs \"variables\"") }
            return nil
        }
        let errors = errorCount
        let tests = MatchReader(templates).variableTests(variables)
        guard errorCount == errors else { return nil }
        if tests.isEmpty {
            error(variables.value.range, "\"until\" waits for nothing")
            return nil
        }
        return tests
    }
}
