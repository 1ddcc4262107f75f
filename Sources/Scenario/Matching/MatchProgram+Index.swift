extension MatchProgram {
    /// What the index has to know, where the system tells its calls apart by that field.
    func indexEntry(_ indexedField: Int?) -> RuleIndex.Entry {
        RuleIndex.Entry(path: path, values: indexedField.flatMap { values(ofFieldAt: $0) })
    }

    /// The values of a call's field one of which the match wants, byte for byte; nil where it may be another.
    private func values(ofFieldAt place: Int) -> [[UInt8]]? {
        for field in call where field.place == place && !field.matcher.ignoreCase {
            for test in field.matcher.tests {
                switch test {
                case .equals(let value): return [value]
                case .oneOf(let values): return values
                default: break
                }
            }
        }
        return nil
    }
}
