internal import Bytes

/// Sorts rules into the lists that an index is made of.
struct RuleIndexBuilder {
    /// The facts about one rule that the index is built from.
    struct Entry {
        let path: MatchProgram.Path
        /// Values of the system's field that the rule accepts; nil if it accepts any.
        let values: [[UInt8]]?
    }

    struct PathRules {
        /// Index in `lists`.
        let list: Int
        /// Number of rules of this path that want a value of the system's field.
        var callCount = 0
        var calls: Int?
    }

    struct CallTable {
        /// Indices in `lists`, by the value of the field.
        var lists = ByteTable<Int>()
        var first: [UInt32] = []
    }

    /// Rules distinguished by a table of values.
    struct Table {
        let group: RuleSplit.Group
        /// Index in `lists` of all its rules, and those of the rules that require a value.
        let all: Int
        let values: ByteTable<Int>
    }

    /// Rule numbers of each bucket; the first one has the rest.
    var lists: [[UInt32]] = [[]]
    var literals = ByteTable<PathRules>()
    var prefixes = ByteTable<Int>()
    var calls: [CallTable] = []
    var otherPathCalls: Int?
    /// Indices in `lists` of the buckets that have tables.
    var splitLists: [Int] = []
    /// The tables of each bucket in `splitLists`.
    var tables: [[Table]] = []

    /// First pass: finds the paths with enough rules to divide them by the system's field.
    mutating func count(_ entries: [RuleIndexBuilder.Entry]) {
        var elsewhere = 0
        for entry in entries {
            let isCall = entry.values != nil
            if case .literal(let path) = entry.path {
                let list = lists.count
                let isNew = literals.update(path, default: PathRules(list: list)) { pathRules in
                    if isCall { pathRules.callCount += 1 }
                    return pathRules.list == list
                }
                if isNew { lists.append([]) }
            } else if isCall {
                elsewhere += 1
            }
        }
        if elsewhere > RuleBucket.splitThreshold { otherPathCalls = newCalls() }
        var crowded: [ArraySlice<UInt8>] = []
        literals.forEachEntry { path, pathRules in
            if pathRules.callCount > RuleBucket.splitThreshold { crowded.append(path) }
        }
        for path in crowded {
            let number = newCalls()
            literals.update(path, default: PathRules(list: 0)) { $0.calls = number }
        }
    }

    private mutating func newCalls() -> Int {
        calls.append(CallTable())
        return calls.count - 1
    }

    mutating func add(_ entry: RuleIndexBuilder.Entry, _ rule: UInt32) {
        if case .literal(let path) = entry.path, let pathRules = literals.find(path) {
            if let values = entry.values, let number = pathRules.calls {
                add(values, rule, to: number)
            } else {
                lists[pathRules.list].append(rule)
            }
        } else if let values = entry.values, let otherPathCalls {
            add(values, rule, to: otherPathCalls)
        } else {
            lists[list(entry.path)].append(rule)
        }
    }

    private mutating func add(_ values: [[UInt8]], _ rule: UInt32, to number: Int) {
        if calls[number].first.count < RuleBucket.candidateLimit { calls[number].first.append(rule) }
        for value in Set(values) {
            let new = lists.count
            let list = calls[number].lists.update(value, default: new) { $0 }
            if list == new { lists.append([]) }
            lists[list].append(rule)
        }
    }

    /// Last pass, once all rules have been added: moves rules of long lists to tables.
    mutating func split(_ match: (UInt32) -> MatchProgram) {
        for number in lists.indices where lists[number].count > RuleBucket.splitThreshold {
            let split = RuleSplit(lists[number], match)
            if split.tables.isEmpty { continue }
            lists[number] = split.rest
            splitLists.append(number)
            var made: [Table] = []
            for table in split.tables {
                let all = newList(table.rules)
                var values = ByteTable<Int>()
                table.values.forEachEntry { values.insert($0, newList($1)) }
                made.append(Table(group: table.group, all: all, values: values))
            }
            tables.append(made)
        }
    }

    private mutating func newList(_ rules: [UInt32]) -> Int {
        lists.append(rules)
        return lists.count - 1
    }

    /// Index in `lists` for a path that is not literal.
    private mutating func list(_ path: MatchProgram.Path) -> Int {
        guard case .template(let template) = path, !template.literalPrefix.isEmpty else { return 0 }
        let new = lists.count
        let list = prefixes.update(template.literalPrefix, default: new) { $0 }
        if list == new { lists.append([]) }
        return list
    }
}
