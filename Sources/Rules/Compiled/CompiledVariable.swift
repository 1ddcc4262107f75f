/// A variable of a scenario, with its value when a session begins.
public struct CompiledVariable: Sendable, Hashable {
    public let name: String
    public let initial: TemplateValue

    public init(name: String, initial: TemplateValue) {
        self.name = name
        self.initial = initial
    }
}

/// The value that a step assigns to a variable.
public struct VariableAssignment: Sendable {
    public enum Value: Sendable {
        case constant(TemplateValue)
        case template(TextTemplate)
    }

    /// Index among the variables of the scenario.
    public let variable: Int
    private let value: Value

    public init(variable: Int, value: Value) {
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
