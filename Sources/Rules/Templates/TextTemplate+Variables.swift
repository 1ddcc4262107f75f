public import JSONText

/// Templates with only variables, as in value matchers.
extension TextTemplate {
    /// The text; a missing variable is empty.
    public func bytes(variables: [TemplateValue]) -> [UInt8] {
        var result: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .literal(let bytes): result += bytes
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                result += placeholder.value(variables).bytes ?? []
            }
        }
        return result
    }

    /// The variable of the only placeholder as JSON of its own type; a missing one is null.
    public func node(variables: [TemplateValue], _ range: Range<Int>) -> JSONNode {
        switch solePlaceholder?.value(variables) {
        case .text(let bytes): JSONNode(range: range, value: .string(bytes))
        case .json(let bytes): RequestContent.json(bytes) ?? JSONNode(range: range, value: .null)
        case .missing, nil: JSONNode(range: range, value: .null)
        }
    }
}

extension Placeholder {
    fileprivate func value(_ variables: [TemplateValue]) -> TemplateValue {
        guard case .variable(let number) = source, variables.indices.contains(number) else { return .missing }
        return formed(shifted(variables[number]))
    }
}
