/// A value that a matcher compares with: constant, or made from the session's variables.
public enum Substitutable<Value: Sendable>: Sendable {
    case constant(Value)
    case substituted(@Sendable ([TemplateValue]) -> Value)

    public func map<Other>(_ change: @escaping @Sendable (Value) -> Other) -> Substitutable<Other> {
        switch self {
        case .constant(let value): .constant(change(value))
        case .substituted(let make): .substituted { change(make($0)) }
        }
    }

    /// Several values as one, which is substituted if any of them is.
    public static func all(_ items: [Substitutable<Value>]) -> Substitutable<[Value]> {
        let constants = items.compactMap { item -> Value? in
            if case .constant(let value) = item { value } else { nil }
        }
        if constants.count == items.count { return .constant(constants) }
        return .substituted { variables in items.map { $0.value(variables) } }
    }

    private func value(_ variables: [TemplateValue]) -> Value {
        switch self {
        case .constant(let value): value
        case .substituted(let make): make(variables)
        }
    }
}
