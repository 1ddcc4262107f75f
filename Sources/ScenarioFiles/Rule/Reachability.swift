internal import Bytes
internal import JSONText
internal import Rules

/// Finds rules that no request can reach, in the two cases that are certain: a rule above takes everything, or has the
/// same match.
struct Reachability {
    /// Name of the rule that takes every request which reaches it.
    private(set) var catchAll: String?
    private var taken = ByteTable<String>()

    /// The reason why the rule can never match; nil if it may. `key` is the canonical key of its match.
    mutating func add(_ rule: CompiledRule, _ key: [UInt8]) -> String? {
        // Rules for a batch as a whole are asked before all others.
        if let catchAll, !rule.match.takesBatch { return "rule \"\(catchAll.shown)\" takes every request before it" }
        if let first = taken.find(key) { return "rule \"\(first.shown)\" before it has the same match" }
        guard !rule.mayPass else { return nil }
        if rule.match.isUnconditional { catchAll = rule.name }
        taken.insert(key, rule.name)
        return nil
    }
}
