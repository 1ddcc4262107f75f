extension MatchProgram {
    /// Whether it matches a pattern against the body, or against a part of it: a value of a form or of JSON, a field of
    /// a call.
    var hasBodyPattern: Bool {
        call.contains { $0.matcher.hasPattern } || conditions.contains { $0.hasBodyPattern }
    }

    /// Whether it matches a pattern against anything.
    var hasPattern: Bool {
        func hasPattern(_ fields: [Field]) -> Bool { fields.contains { $0.matcher.hasPattern } }
        return hasPattern(headers) || hasPattern(query) || hasPattern(call) || conditions.contains { $0.hasPattern }
    }
}

extension MatchProgram.Condition {
    fileprivate var hasBodyPattern: Bool {
        switch self {
        case .test(let test): test.hasBodyPattern
        case .any(let matches): matches.contains { $0.hasBodyPattern }
        case .not(let match, _): match.hasBodyPattern
        }
    }
}

extension MatchProgram.Condition {
    fileprivate var hasPattern: Bool {
        switch self {
        case .test(.value(_, let field)): field.matcher.hasPattern
        case .test(let test): test.hasBodyPattern
        case .any(let matches): matches.contains { $0.hasPattern }
        case .not(let match, _): match.hasPattern
        }
    }
}

extension MatchProgram.Test {
    fileprivate var hasBodyPattern: Bool {
        switch self {
        case .value(let part, let field): (part == .form || part == .call) && field.matcher.hasPattern
        case .body(let matcher): matcher.hasPattern
        case .json(let field): field.matcher.hasPattern
        case .part(let part): part.hasPattern
        case .variable: false
        }
    }
}

extension ValueMatcher {
    var hasPattern: Bool {
        tests.contains { test in
            switch test {
            case .matches, .search: true
            case .not(let matcher): matcher.hasPattern
            default: false
            }
        }
    }
}

extension JSONMatcher {
    fileprivate var hasPattern: Bool {
        text?.hasPattern == true
            || tests.contains { if case .not(let matcher) = $0 { matcher.hasPattern } else { false } }
    }
}
