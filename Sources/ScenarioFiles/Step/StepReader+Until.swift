internal import JSONText
internal import Rules

/// Delays until variables have certain values.
extension StepReader {
    func until(
        _ member: JSONMember, atMost: JSONMember?, then: JSONMember?, in members: [JSONMember], ofChunk: Bool
    ) -> DelayRule? {
        if position == .then, !ofChunk {
            error(member.nameRange, "\"then\" answers after the wait: its own delay cannot have \"until\"")
            return nil
        }
        // The answer is made after the wait, from a request that is whole.
        if !ofChunk { rule.readsBody = true }
        let tests = untilTests(member.value)
        let errors = errorCount
        let answer = then.flatMap { StepReader(thenOf: self).read($0.value)?.step }
        guard errorCount == errors else { return nil }
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
        return tests.map { .until(DelayUntil($0, atMost: time, then: answer)) }
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
