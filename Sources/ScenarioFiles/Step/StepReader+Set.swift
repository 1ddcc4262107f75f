internal import JSONText
internal import Rules

/// The assignments of variables in a step.
extension StepReader {
    /// The assignments in the order of the file.
    func set(_ node: JSONNode) -> [VariableAssignment] {
        guard let members = node.members else {
            wrongType(node, "\"set\"", "an object")
            return []
        }
        if members.isEmpty { error(node.range, "\"set\" sets nothing") }
        return members.compactMap { member in
            let number = variable(member.name, { member.nameRange })
            guard let value = assignedValue(member), let number else { return nil }
            return VariableAssignment(variable: number, value: value)
        }
    }

    private func assignedValue(_ member: JSONMember) -> VariableAssignment.Value? {
        switch member.value.value {
        case .string(let bytes): return templates.template(bytes, member.value.range).map { .template($0) }
        case .number, .bool: return .constant(.json(JSONWriter.bytes(member.value)))
        default:
            wrongType(
                member.value, "what \"set\" gives \"\(member.name.shown)\"", "a string, a number or a boolean")
            return nil
        }
    }
}
