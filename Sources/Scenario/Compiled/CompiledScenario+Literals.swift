extension CompiledScenario {
    /// The values that rules ask of a field of the system's calls, where they name them in full, in the rules' order.
    public func literals(of field: String) -> [[UInt8]] {
        let name = Array(field.utf8)
        return rules.flatMap { rule in
            rule.match.call.filter { $0.name == name }.flatMap(\.matcher.literals)
        }
    }
}

extension ValueMatcher {
    /// Values that are compared with all of the request's.
    fileprivate var literals: [[UInt8]] {
        tests.flatMap { test -> [[UInt8]] in
            switch test {
            case .equals(let value): [value]
            case .oneOf(let values): values
            default: []
            }
        }
    }
}
