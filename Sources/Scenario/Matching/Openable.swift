/// What a matcher compares with: known at load, or repeating variables of the session and then made from those.
enum Openable<Value: Sendable>: Sendable {
    case closed(Value)
    case open(@Sendable ([TemplateValue]) -> Value)

    func map<Other>(_ change: @escaping @Sendable (Value) -> Other) -> Openable<Other> {
        switch self {
        case .closed(let value): .closed(change(value))
        case .open(let make): .open { change(make($0)) }
        }
    }

    /// Several as one, which is open where any of them is.
    static func all(_ items: [Openable<Value>]) -> Openable<[Value]> {
        let closed = items.compactMap { item -> Value? in
            if case .closed(let value) = item { value } else { nil }
        }
        if closed.count == items.count { return .closed(closed) }
        return .open { variables in items.map { $0.value(variables) } }
    }

    private func value(_ variables: [TemplateValue]) -> Value {
        switch self {
        case .closed(let value): value
        case .open(let make): make(variables)
        }
    }
}
