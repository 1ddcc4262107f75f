/// Whether one match takes every request that another one takes, as far as the matches alone show it: false does not
/// mean that there is a request which only the other one takes.
extension MatchProgram {
    /// Whether it certainly takes every request that the other one takes.
    public func covers(_ other: MatchProgram) -> Bool { path.covers(other.path) && coversBesidePath(other) }

    /// The same, for a match whose path covers that of the other one.
    func coversBesidePath(_ other: MatchProgram) -> Bool {
        let tests = headers.count + query.count + call.count + conditions.count
        guard tests <= Self.mostTests else { return canonicalKey == other.canonicalKey }
        return takesBatch == other.takesBatch && methods.includes(other.methods)
            && call.allSatisfy { other.implies(.call, $0) } && query.allSatisfy { other.implies(.query, $0) }
            && headers.allSatisfy { other.implies(.header, $0) } && conditions.allSatisfy { other.implies($0) }
    }

    /// Tests that are compared one by one: each is looked for among those of the other match.
    private static let mostTests = 100

    /// The tests of named values in a part of the request.
    public func fields(of part: Part) -> [Field] {
        let direct: [Field] =
            switch part {
            case .header: headers
            case .query: query
            case .call: call
            case .cookie, .form, .method, .path, .target, .parameter, .host, .protocol, .tls: []
            }
        if conditions.isEmpty { return direct }
        return direct
            + conditions.compactMap { condition in
                if case .test(.value(part, let field)) = condition { field } else { nil }
            }
    }

    private func implies(_ part: Part, _ field: Field) -> Bool {
        fields(of: part).contains { own in
            let isSame = part == .parameter ? own.index == field.index : own.name == field.name
            return isSame && own.matcher.implies(field.matcher)
        }
    }

    /// Other conditions only if they are spelt alike.
    private func implies(_ condition: Condition) -> Bool {
        if case .test(.value(let part, let field)) = condition { return implies(part, field) }
        return conditions.contains { $0.mayEqual(condition) && $0.canonicalKey == condition.canonicalKey }
    }
}

extension MatchProgram.Condition {
    /// False for most conditions that differ; their canonical keys take longer to compare.
    fileprivate func mayEqual(_ other: Self) -> Bool {
        switch (self, other) {
        case (.test(let test), .test(let other)): test.readsBody == other.readsBody
        case (.any(let matches), .any(let others)): matches.count == others.count
        case (.not(_, let text), .not(_, let other)): text == other
        case (.test, _), (.any, _), (.not, _): false
        }
    }
}

extension MatchProgram.Path {
    /// Whether it matches every path that the other one matches.
    func covers(_ other: Self) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (.literal(let path), .literal(let other)): path == other
        case (.template(let template), .literal(let path)): template.matches(path, path.indices)
        case (.template(let template), .template(let other)): template.covers(other)
        case (.literal, _), (.template, .any): false
        }
    }
}

extension PathTemplate {
    fileprivate func covers(_ other: PathTemplate) -> Bool {
        for (index, segment) in segments.enumerated() {
            if segment == .rest { return true }
            guard index < other.segments.count, segment.covers(other.segments[index]) else { return false }
        }
        return segments.count == other.segments.count
    }
}

extension PathTemplate.Segment {
    fileprivate func covers(_ other: Self) -> Bool {
        switch (self, other) {
        case (.literal(let bytes), .literal(let other)): bytes == other
        case (.one, .literal(let bytes)): !bytes.isEmpty
        case (.one, .one), (.rest, _): true
        case (.one, .rest), (.literal, _): false
        }
    }
}

extension ValueMatcher {
    /// Whether a value for which this one holds is certainly one for which the other one does.
    func implies(_ other: ValueMatcher) -> Bool {
        if !sourceText.isEmpty, sourceText == other.sourceText { return true }
        if isOfAllValues || other.isOfAllValues { return false }
        if isAbsent || other.isAbsent { return isAbsent && other.isAbsent }
        if other.readsVariables { return false }
        // It asks only whether there is a value.
        if other.tests.isEmpty { return true }
        guard let values = requiredValues, other.isPlain else { return false }
        var budget = MatchBudget()
        return values.allSatisfy { other.holds($0[...], &budget) }
    }

    /// The value that it takes, if it is only one.
    public var onlyValue: [UInt8]? { requiredValues.flatMap { $0.count == 1 ? $0[0] : nil } }

    /// Whether its tests are comparisons, without expressions and JSON.
    private var isPlain: Bool {
        tests.allSatisfy { test in
            switch test {
            case .equals, .contains, .startsWith, .endsWith, .oneOf, .above, .below, .atLeast, .atMost: true
            case .not(let matcher): matcher.isPlain && !matcher.readsVariables
            case .matches, .search, .like: false
            }
        }
    }
}
