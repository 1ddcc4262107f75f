internal import Bytes

/// Finds the rules that may match a request, so that the cost does not grow with the number of rules.
///
/// Each rule is in its most selective bucket: that of its literal path, and there (or if it has none) that of the value
/// that it wants of the system's field; else that of the literal segments that its template begins with; else the rest.
/// Buckets keep the order of the rules. Only a rule that accepts several values of that field is in several buckets,
/// and a request reaches one of those.
///
/// Rules of one bucket that require different values of a header, a query field, a path segment, a form field or a JSON
/// value are distinguished by tables of those values.
final class RuleIndex: Sendable {
    /// The rules of one path.
    struct PathRules: Sendable {
        /// Rules that are not divided further.
        var bucket: RuleBucket
        /// Index in `calls` of the rules divided by the system's field; negative if there are none.
        var calls: Int32
    }

    /// Rules divided by their value of the system's field.
    struct CallTable: Sendable {
        let buckets: ByteTable<RuleBucket>
        /// The first rules, whatever value they want.
        let first: [UInt32]
    }

    let literals: ByteTable<PathRules>
    let prefixes: ByteTable<RuleBucket>
    /// Index in `calls` of the rules without a literal path; nil if those are not divided.
    let otherPathCalls: Int?
    let rest: RuleBucket
    let calls: [CallTable]
    /// The tables of each bucket that has any.
    let tables: [[ValueTable]]
    /// Rule numbers, bucket by bucket.
    let order: [UInt32]

    /// Whether each rule is in the bucket of its literal path, and none of these is divided.
    var isByPath: Bool {
        prefixes.isEmpty && rest.count == 0 && rest.tables < 0 && calls.isEmpty && tables.isEmpty
    }

    /// `match` returns the match of the rule with this number.
    init(_ entries: [RuleIndexBuilder.Entry], _ match: (UInt32) -> MatchProgram) {
        var building = RuleIndexBuilder()
        building.count(entries)
        for (number, entry) in entries.enumerated() { building.add(entry, UInt32(number)) }
        building.split(match)
        order = building.lists.flatMap(\.self)
        var start: UInt32 = 0
        var buckets = building.lists.map { list in
            defer { start += UInt32(list.count) }
            return RuleBucket(start: start, count: UInt32(list.count))
        }
        tables = building.tables.map { tables in
            tables.map { table in
                ValueTable(
                    table.group.part, table.group.methods, all: buckets[table.all],
                    table.values.mapValues { buckets[$0] })
            }
        }
        for (number, list) in building.splitLists.enumerated() { buckets[list].tables = Int32(number) }
        rest = buckets[0]
        prefixes = building.prefixes.mapValues { buckets[$0] }
        calls = building.calls.map { CallTable(buckets: $0.lists.mapValues { buckets[$0] }, first: $0.first) }
        literals = building.literals.mapValues { rules in
            PathRules(bucket: buckets[rules.list], calls: Int32(rules.calls ?? -1))
        }
        otherPathCalls = building.otherPathCalls
    }
}
