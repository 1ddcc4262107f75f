extension CompiledScenario {
    /// Values that the rules compare a field of the system's calls with in full, in the order of the rules.
    public func literals(ofFieldAt index: Int) -> [[UInt8]] {
        rules.flatMap { rule in
            rule.match.call.filter { $0.index == index }.flatMap(\.matcher.literals)
        }
    }
}

extension ValueMatcher {
    /// Values of tests that compare the whole value.
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
