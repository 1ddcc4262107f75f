/// A variable of a scenario, and what it is when a session begins.
public struct CompiledVariable: Sendable, Hashable {
    public let name: String
    public let initial: TemplateValue
}

/// What a step makes of one variable.
public struct VariableAssignment: Sendable {
    enum Value: Sendable {
        case constant(TemplateValue)
        case template(TextTemplate)
    }

    /// The variable's number.
    public let variable: Int
    private let value: Value

    init(variable: Int, value: Value) {
        self.variable = variable
        self.value = value
    }

    public func value(_ rendering: inout Rendering) -> TemplateValue {
        switch value {
        case .constant(let value): value
        case .template(let template): template.value(&rendering)
        }
    }
}
