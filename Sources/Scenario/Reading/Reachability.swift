internal import Bytes

/// Finds rules that no request can reach, by the two signs that are sure: a rule before them takes
/// everything, or has the same match.
struct Reachability {
    /// The rule that takes every request which comes to it.
    private(set) var takesAll: String?
    private var taken = ByteTable<String>()

    /// Why the rule can never match; nil where it may.
    mutating func add(_ rule: CompiledRule) -> String? {
        if let takesAll { return "rule \"\(takesAll)\" takes every request before it" }
        let key = rule.match.key
        if let first = taken.find(key) { return "rule \"\(first)\" before it has the same match" }
        guard !rule.mayPass else { return nil }
        if rule.match.isUnconditional { takesAll = rule.name }
        taken.insert(key, rule.name)
        return nil
    }
}

extension MatchProgram {
    /// Equal for matches that say the same, in whatever order they say it.
    fileprivate var key: [UInt8] {
        var key: [UInt8] = []
        switch path {
        case .any: break
        case .literal(let path): key += path
        case .template(let template):
            for segment in template.segments {
                switch segment {
                case .literal(let bytes): key += [UInt8(ascii: "/")] + bytes
                // NUL cannot be mistaken for a segment that is written with a star.
                case .one: key += [UInt8(ascii: "/"), 0, 1]
                case .rest: key += [UInt8(ascii: "/"), 0, 2]
                }
            }
        }
        for method in methods.names.sorted(by: { $0.lexicographicallyPrecedes($1) }) { key += [0, 3] + method }
        for (kind, fields) in [(4, headers), (5, query), (6, call)] where !fields.isEmpty {
            let lines = fields.map { [0, UInt8(kind)] + $0.name + [0, 7] + Array($0.matcher.words.utf8) }
            key += lines.sorted { $0.lexicographicallyPrecedes($1) }.joined()
        }
        return key
    }
}
