internal import Rules

/// Finds failures that change a reply and stand without one, in rules above others that answer the same requests: what
/// they change is then a stock success, and not what those rules answer.
struct LoneSpoilers {
    /// Such a failure, with the range of its name.
    struct Failure {
        let name: String
        let range: Range<Int>
    }

    /// Rules with such failures that are compared with those below.
    private static let mostRules = 16

    private var rules: [ParsedRule] = []

    /// Adds the next rule. The result is the rules above with a failure that was probably meant for what it answers.
    ///
    /// A rule that is not comparable is too large to be compared with each rule below.
    mutating func add(_ read: ParsedRule, isComparable: Bool) -> [ParsedRule] {
        var found: [ParsedRule] = []
        if !rules.isEmpty, read.rule.hasReply {
            rules.removeAll { above in
                guard above.rule.sharesRequests(with: read.rule) else { return false }
                found.append(above)
                return true
            }
        }
        if !read.loneSpoilers.isEmpty, isComparable, rules.count < Self.mostRules { rules.append(read) }
        return found
    }
}

extension CompiledRule {
    /// Whether one of its answers is a reply and no failure.
    fileprivate var hasReply: Bool { answers.contains { $0.answer.failure == nil } }

    /// Whether it certainly takes requests that the rule below would answer without it. A rule for everything is below
    /// many others, which are not about its answer.
    fileprivate func sharesRequests(with below: CompiledRule) -> Bool {
        match.covers(below.match) || match.path == below.match.path && below.match.covers(match)
    }
}
