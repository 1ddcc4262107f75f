internal import Bytes
internal import JSONText

/// Finds rules that no request can reach, in the two cases that are certain: a rule above takes everything, or has the
/// same match.
struct Reachability {
    /// Name of the rule that takes every request which reaches it.
    private(set) var catchAll: String?
    private var taken = ByteTable<String>()

    /// The reason why the rule can never match; nil if it may.
    mutating func add(_ rule: CompiledRule) -> String? {
        if let catchAll { return "rule \"\(catchAll.shown)\" takes every request before it" }
        let key = rule.match.canonicalKey
        if let first = taken.find(key) { return "rule \"\(first.shown)\" before it has the same match" }
        guard !rule.mayPass else { return nil }
        if rule.match.isUnconditional { catchAll = rule.name }
        taken.insert(key, rule.name)
        return nil
    }
}

extension MatchProgram {
    /// Equal for matches with the same content in any order.
    var canonicalKey: [UInt8] {
        var key: [UInt8] = []
        switch path {
        case .any: break
        case .literal(let path): key += Self.encoded(0, path)
        case .template(let template):
            for segment in template.segments {
                switch segment {
                case .literal(let bytes): key += Self.encoded(1, bytes)
                case .one: key += Self.encoded(2, [])
                case .rest: key += Self.encoded(3, [])
                }
            }
        }
        for method in methods.names.sorted(by: { $0.lexicographicallyPrecedes($1) }) { key += Self.encoded(4, method) }
        for (kind, fields) in [(5, headers), (6, query), (7, call)] as [(UInt8, [Field])] where !fields.isEmpty {
            let lines = fields.map {
                Self.encoded(kind, $0.name) + Self.encoded(kind, Array($0.matcher.sourceText.utf8))
            }
            key += lines.sorted { $0.lexicographicallyPrecedes($1) }.joined()
        }
        return key + conditions.map(Self.encoded).sorted { $0.lexicographicallyPrecedes($1) }.joined()
    }

    private static func encoded(_ condition: Condition) -> [UInt8] {
        switch condition {
        case .test(.value(let kind, let field)):
            encoded(20 + kind.rawValue, field.name) + encoded(20 + kind.rawValue, Array(field.matcher.sourceText.utf8))
        case .test(.body(let matcher)): encoded(10, Array(matcher.sourceText.utf8))
        case .test(.json(let field)):
            encoded(11, Array(field.name.utf8)) + encoded(11, Array(field.matcher.sourceText.utf8))
        case .test(.variable(let test)):
            encoded(14, Array(test.name.utf8)) + encoded(14, Array(test.matcher.sourceText.utf8))
        case .any(let matches):
            encoded(
                12,
                Array(matches.map { encoded(12, $0.canonicalKey) }.sorted { $0.lexicographicallyPrecedes($1) }.joined())
            )
        case .not(let match, _): encoded(13, match.canonicalKey)
        }
    }

    /// A tag, the length and the bytes, so that different parts never have the same encoding.
    private static func encoded(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [kind] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }
}
