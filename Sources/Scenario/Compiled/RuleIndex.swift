internal import Bytes

/// Finds the rules that a path can concern at all, so that a hundred thousand of them cost no more than ten.
///
/// Each rule sits in one bucket, the most selective one: its literal path, the literal segments that
/// its template begins with, or the rest. Buckets keep the order of the rules.
final class RuleIndex: Sendable {
    /// Literal segments of a template that count; also the most prefixes that a request looks up.
    static let deepest = 8

    /// A part of `order`.
    struct Bucket: Sendable {
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    let literals: ByteTable<Bucket>
    let prefixes: ByteTable<Bucket>
    let rest: Bucket
    /// Rule numbers, bucket by bucket.
    let order: [UInt32]

    init(_ paths: [MatchProgram.Path]) {
        var buckets: [Bucket] = [Bucket()]
        var literalNumbers = ByteTable<Int>()
        var prefixNumbers = ByteTable<Int>()
        let homes = paths.map { path in
            let home =
                switch path {
                case .any: 0
                case .literal(let path): literalNumbers.update(path, default: buckets.count) { $0 }
                case .template(let template):
                    template.literalPrefix.isEmpty
                        ? 0 : prefixNumbers.update(template.literalPrefix, default: buckets.count) { $0 }
                }
            if home == buckets.count { buckets.append(Bucket()) }
            buckets[home].count += 1
            return home
        }
        var start: UInt32 = 0
        for number in buckets.indices {
            buckets[number].start = start
            start += buckets[number].count
        }
        var order: [UInt32] = Array(repeating: 0, count: paths.count)
        var next = buckets.map(\.start)
        for (rule, home) in homes.enumerated() {
            order[Int(next[home])] = UInt32(rule)
            next[home] += 1
        }
        self.order = order
        rest = buckets[0]
        var literals = ByteTable<Bucket>()
        var prefixes = ByteTable<Bucket>()
        literalNumbers.forEachEntry { literals.insert($0, buckets[$1]) }
        prefixNumbers.forEachEntry { prefixes.insert($0, buckets[$1]) }
        self.literals = literals
        self.prefixes = prefixes
    }
}
