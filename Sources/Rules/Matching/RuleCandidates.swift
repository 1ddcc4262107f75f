internal import Bytes

/// The rules that may match a request, in the order of the file: a merge of the sorted buckets that the index has for
/// it.
struct RuleCandidates {

    private struct Cursor {
        var next: UInt32
        let end: UInt32
    }

    /// All rules of a table not yet looked up, or (without table) a bucket that a lookup found.
    private struct TableCursor {
        var cursor: Cursor
        let table: ValueTable?
    }

    private let index: RuleIndex
    private let order: [UInt32]
    private var cursors: InlineArray<12, Cursor>
    private var count = 0
    private var tables: [TableCursor] = []
    private var last: UInt32?

    /// `value` is the value of the system's indexed field, if the call has it.
    init(_ index: RuleIndex, _ path: RequestPath, _ value: [UInt8]? = nil) {
        self.index = index
        order = index.order
        cursors = InlineArray(repeating: Cursor(next: 0, end: 0))
        if let pathRules = index.literals.find(path.storage, path.range) {
            add(pathRules.bucket)
            if let value, pathRules.calls >= 0 { add(index.calls[Int(pathRules.calls)], value) }
        }
        if !index.prefixes.isEmpty { addPrefixes(index, path) }
        if let value, let otherPathCalls = index.otherPathCalls { add(index.calls[otherPathCalls], value) }
        add(index.rest)
    }

    private mutating func addPrefixes(_ index: RuleIndex, _ path: RequestPath) {
        var depth = 0
        var end = path.range.lowerBound + 1
        while depth < RuleBucket.maximumDepth, end <= path.range.upperBound {
            while end < path.range.upperBound, path.storage[end] != UInt8(ascii: "/") { end += 1 }
            if let bucket = index.prefixes.find(path.storage, path.range.lowerBound..<end) { add(bucket) }
            depth += 1
            end += 1
        }
    }

    private mutating func add(_ calls: RuleIndex.CallTable, _ value: [UInt8]) {
        if let bucket = calls.buckets.find(value) { add(bucket) }
    }

    private mutating func add(_ bucket: RuleBucket) {
        if bucket.count > 0 {
            cursors[count] = Cursor(next: bucket.start, end: bucket.start + bucket.count)
            count += 1
        }
        if bucket.tables >= 0 {
            for table in index.tables[Int(bucket.tables)] { add(table.all, from: 0, table) }
        }
    }

    /// Adds the rules of a bucket from this number on.
    private mutating func add(_ bucket: RuleBucket, from rule: UInt32, _ table: ValueTable? = nil) {
        var start = bucket.start
        var end = bucket.start + bucket.count
        let cursor = Cursor(next: start, end: end)
        tables.append(TableCursor(cursor: cursor, table: table))
        while start < end {
            let middle = start + (end - start) / 2
            if order[Int(middle)] < rule { start = middle + 1 } else { end = middle }
        }
        tables[tables.count - 1].cursor.next = start
    }

    /// The next rule's number. `find` looks a table up. It is called when the table's first rule is the next one, and
    /// again before each rule as long as it returns nil; until then all rules of the table are candidates.
    mutating func next(_ find: (ValueTable) -> [RuleBucket]?) -> Int? {
        while true {
            var best: (rule: UInt32, cursor: Int)?
            for cursor in 0..<count where cursors[cursor].next < cursors[cursor].end {
                let rule = order[Int(cursors[cursor].next)]
                if best.map({ rule < $0.rule }) ?? true { best = (rule, cursor) }
            }
            if !tables.isEmpty, let (rule, table) = nextOfTables(before: best?.rule) {
                if lookUp(tableAt: table, from: rule, find) { continue }
                tables[table].cursor.next += 1
                // Two values of the request may lead to the same rule.
                if rule == last { continue }
                last = rule
                return Int(rule)
            }
            guard let best else { return nil }
            cursors[best.cursor].next += 1
            return Int(best.rule)
        }
    }

    private func nextOfTables(before bound: UInt32?) -> (rule: UInt32, table: Int)? {
        var best: (rule: UInt32, table: Int)?
        var bound = bound ?? .max
        for table in tables.indices where tables[table].cursor.next < tables[table].cursor.end {
            let rule = order[Int(tables[table].cursor.next)]
            guard rule < bound else { continue }
            best = (rule, table)
            bound = rule
        }
        return best
    }

    /// Replaces a table by the buckets that it leads to; false if there is no table, or if it cannot be looked up yet.
    private mutating func lookUp(tableAt index: Int, from rule: UInt32, _ find: (ValueTable) -> [RuleBucket]?)
        -> Bool
    {
        guard let table = tables[index].table, let buckets = find(table) else { return false }
        tables.remove(at: index)
        for bucket in buckets { add(bucket, from: rule) }
        return true
    }

    /// The first rules for the request's path, whatever call and values they want.
    static func ofPath(_ index: RuleIndex, _ path: RequestPath) -> [Int] {
        var candidates = RuleCandidates(index, path)
        var numbers: [Int] = []
        while numbers.count < RuleBucket.candidateLimit, let number = candidates.next({ _ in nil }) {
            numbers.append(number)
        }
        var tables = index.otherPathCalls.map { [$0] } ?? []
        if let pathRules = index.literals.find(path.storage, path.range), pathRules.calls >= 0 {
            tables.append(Int(pathRules.calls))
        }
        if tables.isEmpty { return numbers }
        for table in tables { numbers += index.calls[table].first.map { Int($0) } }
        return Array(numbers.sorted().prefix(RuleBucket.candidateLimit))
    }
}
