internal import Catalogue
internal import Bytes
internal import JSONText

/// Variables: what a scenario declares, and what its steps make of them.
extension FileReading {
    /// Declares the variables, with what they begin as.
    func variables(_ node: JSONNode) -> [CompiledVariable] {
        guard let members = node.members else {
            wrongType(node, "\"variables\"", "an object")
            wereVariablesRefused = true
            return []
        }
        return members.compactMap { member in
            guard isVariableName(member), let value = initial(member) else {
                wereVariablesRefused = true
                return nil
            }
            variableNumbers[member.name] = variableNumbers.count
            return CompiledVariable(name: member.name, initial: value)
        }
    }

    private func isVariableName(_ member: JSONMember) -> Bool {
        if !member.name.isEmpty, !member.name.utf8.contains(where: { [0x7B, 0x7D].contains($0) }) { return true }
        error(
            member.nameRange, "\"\(member.name.shown)\" is not a variable's name",
            hint: "it has no braces, and is not empty")
        return false
    }

    private func initial(_ member: JSONMember) -> TemplateValue? {
        switch member.value.value {
        case .string(let bytes):
            return literal(bytes, member.value.range, otherwise: "a variable begins without placeholders")
                .map { .text($0) }
        case .number, .bool: return .json(JSONWriter.bytes(member.value))
        default:
            wrongType(member.value, "the variable \"\(member.name.shown)\"", "a string, a number or a boolean")
            return nil
        }
    }

    /// What a step sets, in the order of the file.
    func set(_ node: JSONNode) -> [CompiledSetting] {
        guard let members = node.members else {
            wrongType(node, "\"set\"", "an object")
            return []
        }
        if members.isEmpty { error(node.range, "\"set\" sets nothing") }
        return members.compactMap { member in
            let number = variable(member.name, { member.nameRange })
            guard let text = setting(member), let number else { return nil }
            return CompiledSetting(variable: number, text: text)
        }
    }

    private func setting(_ member: JSONMember) -> CompiledSetting.Value? {
        switch member.value.value {
        case .string(let bytes): return template(bytes, member.value.range).map { .template($0) }
        case .number, .bool: return .constant(.json(JSONWriter.bytes(member.value)))
        default:
            wrongType(
                member.value, "what \"set\" gives \"\(member.name.shown)\"", "a string, a number or a boolean")
            return nil
        }
    }

    /// The variables that a match looks at.
    func variableTests(_ member: JSONMember) -> [MatchProgram.VariableTest] {
        if isOverJournal {
            error(member.nameRange, "the journal does not tell what \"variables\" were when a request came")
            return []
        }
        let node = member.value
        guard let members = node.members else {
            wrongType(node, "\"variables\"", "an object")
            return []
        }
        return members.compactMap { member in
            let number = variable(member.name, { member.nameRange })
            guard let matcher = matcher(member.value), let number else { return nil }
            return MatchProgram.VariableTest(variable: number, name: member.name, matcher: matcher)
        }
    }
}
