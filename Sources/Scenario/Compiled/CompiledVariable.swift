/// A variable of a scenario, and what it is when a session begins.
public struct CompiledVariable: Sendable, Hashable {
    public let name: String
    public let initial: TemplateValue
}

/// What a step makes of one variable.
public struct CompiledSetting: Sendable {
    enum Value: Sendable {
        case constant(TemplateValue)
        case template(TextTemplate)
    }

    /// The variable's number.
    public let variable: Int
    private let value: Value

    init(variable: Int, text: Value) {
        self.variable = variable
        value = text
    }

    public func value(_ rendering: inout Rendering) -> TemplateValue {
        switch value {
        case .constant(let value): value
        case .template(let template): template.value(&rendering)
        }
    }
}
