internal import Bytes

/// Finds the rules that a request can concern at all, so that a hundred thousand of them cost no more than ten.
///
/// Each rule sits in its most selective bucket: its literal path, and there, or where it has none, the value that it
/// wants of the system's own field; the literal segments that its template begins with; or the rest. Buckets keep the
/// order of the rules. Only a rule that takes one value or another of that field is in several of them, of which a
/// request concerns one.
///
/// Rules of one bucket that require different values of a header, a query field, a segment of the path, a form field or
/// a place in JSON are told apart by tables on those values.
final class RuleIndex: Sendable {
    /// Literal segments of a template that count; also the most prefixes that a request looks up.
    static let maximumDepth = 8
    /// Rules of one path are told apart by the system's field, and those of one bucket by tables, where there are more
    /// of them.
    static let splitThreshold = 8

    /// A part of `order`.
    struct Bucket: Sendable {
        var start: UInt32 = 0
        var count: UInt32 = 0
        /// Where in `tables` those of its further rules are; negative where there are none.
        var tables: Int32 = -1
    }

    /// The rules of one path.
    struct PathRules: Sendable {
        /// Those that are not told apart.
        var bucket: Bucket
        /// The number of its table of calls; negative where there is none.
        var calls: Int32
    }

    /// What an index knows of one rule.
    struct Entry {
        let path: MatchProgram.Path
        /// The values of the system's field one of which a call must have; nil where it may have any.
        let values: [[UInt8]]?
    }

    /// Rules that are told apart by the system's field.
    struct CallTable: Sendable {
        let buckets: ByteTable<Bucket>
        /// The first of them, whatever value they want.
        let first: [UInt32]
    }

    let literals: ByteTable<PathRules>
    let prefixes: ByteTable<Bucket>
    /// Rules without a literal path that are told apart; nil where there are none.
    let otherPathCalls: Int?
    let rest: Bucket
    let calls: [CallTable]
    /// For each bucket with rules that tables tell apart, those tables.
    let tables: [[ValueTable]]
    /// Rule numbers, bucket by bucket.
    let order: [UInt32]

    /// `match` is what the rule of that number asks.
    init(_ entries: [Entry], _ match: (UInt32) -> MatchProgram) {
        var building = RuleIndexBuilder()
        building.count(entries)
        for (number, entry) in entries.enumerated() { building.add(entry, UInt32(number)) }
        building.split(match)
        order = building.lists.flatMap(\.self)
        var start: UInt32 = 0
        var buckets = building.lists.map { list in
            defer { start += UInt32(list.count) }
            return Bucket(start: start, count: UInt32(list.count))
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
