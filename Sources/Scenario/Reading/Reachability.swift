internal import Bytes
internal import JSONText

/// Finds rules that no request can reach, by the two signs that are sure: a rule before them takes
/// everything, or has the same match.
struct Reachability {
    /// The rule that takes every request which comes to it.
    private(set) var catchAll: String?
    private var taken = ByteTable<String>()

    /// Why the rule can never match; nil where it may.
    mutating func add(_ rule: CompiledRule) -> String? {
        if let catchAll { return "rule \"\(catchAll.shown)\" takes every request before it" }
        let key = rule.match.key
        if let first = taken.find(key) { return "rule \"\(first.shown)\" before it has the same match" }
        guard !rule.mayPass else { return nil }
        if rule.match.isUnconditional { catchAll = rule.name }
        taken.insert(key, rule.name)
        return nil
    }
}

extension MatchProgram {
    /// Equal for matches that say the same, in whatever order they say it.
    var key: [UInt8] {
        var key: [UInt8] = []
        switch path {
        case .any: break
        case .literal(let path): key += Self.part(0, path)
        case .template(let template):
            for segment in template.segments {
                switch segment {
                case .literal(let bytes): key += Self.part(1, bytes)
                case .one: key += Self.part(2, [])
                case .rest: key += Self.part(3, [])
                }
            }
        }
        for method in methods.names.sorted(by: { $0.lexicographicallyPrecedes($1) }) { key += Self.part(4, method) }
        for (kind, fields) in [(5, headers), (6, query), (7, call)] as [(UInt8, [Field])] where !fields.isEmpty {
            let lines = fields.map { Self.part(kind, $0.name) + Self.part(kind, Array($0.matcher.sourceText.utf8)) }
            key += lines.sorted { $0.lexicographicallyPrecedes($1) }.joined()
        }
        return key + conditions.map(Self.part).sorted { $0.lexicographicallyPrecedes($1) }.joined()
    }

    private static func part(_ condition: Condition) -> [UInt8] {
        switch condition {
        case .test(.value(let kind, let field)):
            part(20 + kind.rawValue, field.name) + part(20 + kind.rawValue, Array(field.matcher.sourceText.utf8))
        case .test(.body(let matcher)): part(10, Array(matcher.sourceText.utf8))
        case .test(.json(let field)):
            part(11, Array(field.name.utf8)) + part(11, Array(field.matcher.sourceText.utf8))
        case .test(.variable(let test)): part(14, Array(test.name.utf8)) + part(14, Array(test.matcher.sourceText.utf8))
        case .any(let matches):
            part(12, Array(matches.map { part(12, $0.key) }.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
        case .not(let match, _): part(13, match.key)
        }
    }

    /// What it is, how long it is, and the bytes: whatever those are, they are not taken for another part.
    private static func part(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [kind] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }
}
