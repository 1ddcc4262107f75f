extension MatchProgram {
    /// What the index has to know, where the system tells its calls apart by that field.
    func indexEntry(_ indexedField: Int?) -> RuleIndex.Entry {
        RuleIndex.Entry(path: path, values: indexedField.flatMap { values(ofFieldAt: $0) })
    }

    /// The values of a call's field one of which the match wants, byte for byte; nil where it may be another.
    private func values(ofFieldAt index: Int) -> [[UInt8]]? {
        for field in call where field.index == index {
            if let values = field.matcher.requiredValues { return values }
        }
        return nil
    }

    /// What the match requires of parts of the request, the parts that are read at the least cost first.
    var requiredValues: [RequiredValues] {
        var all: [RequiredValues] = []
        for field in headers { all.add(.header(field.name), field.matcher.requiredValues) }
        if case .template(let template) = path {
            for (number, segment) in template.segments.enumerated() {
                if case .rest = segment { break }
                if case .literal(let bytes) = segment { all.add(.segment(number), [bytes]) }
            }
        }
        for field in query { all.add(.query(field.name), field.matcher.requiredValues) }
        for condition in conditions {
            switch condition {
            case .test(.value(.form, let field)): all.add(.form(field.name), field.matcher.requiredValues)
            case .test(.json(let field)): all.add(.json(field.pointer), field.matcher.requiredValues)
            default: break
            }
        }
        return all
    }
}

extension [RequiredValues] {
    fileprivate mutating func add(_ part: IndexedPart, _ values: [[UInt8]]?) {
        if let values { append(RequiredValues(part: part, values: values)) }
    }
}

extension ValueMatcher {
    /// The values one of which it takes, byte for byte; nil where it may take others.
    fileprivate var requiredValues: [[UInt8]]? {
        if ignoreCase { return nil }
        for test in tests {
            switch test {
            case .equals(let value): return [value]
            case .oneOf(let values): return values
            default: break
            }
        }
        return nil
    }
}

extension JSONMatcher {
    /// `JSONNode.indexKey` of the values one of which it takes; nil where it may take others.
    fileprivate var requiredValues: [[UInt8]]? {
        if comparison.ignoreCase { return nil }
        for test in tests {
            switch test {
            case .equals(let value): return [value.indexKey]
            case .oneOf(let values): return values.map { $0.indexKey }
            default: break
            }
        }
        return nil
    }
}
