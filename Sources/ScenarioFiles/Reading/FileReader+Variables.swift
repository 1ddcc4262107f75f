internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// The declaration of variables.
extension FileReader {
    /// Declares the variables with their initial values.
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

    /// The index of a variable; reports one that is not declared.
    func variable(_ name: String, _ range: () -> Range<Int>) -> Int? {
        if let number = variableNumbers[name] { return number }
        if wereVariablesRefused { return nil }
        error(
            range(), "the variable \"\(name.shown)\" is not declared",
            hint: didYouMean(name, variableNumbers.keys.sorted())
                ?? "the variables of a scenario are declared in \"variables\" at its top")
        return nil
    }
}
