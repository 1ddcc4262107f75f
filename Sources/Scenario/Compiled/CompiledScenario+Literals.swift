extension CompiledScenario {
    /// The values that rules ask of a field of the system's calls, where they name them in full, in the rules' order.
    public func literals(ofFieldAt index: Int) -> [[UInt8]] {
        rules.flatMap { rule in
            rule.match.call.filter { $0.index == index }.flatMap(\.matcher.literals)
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
