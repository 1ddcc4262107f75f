internal import Bytes

/// The rules that a request's path can concern, in the order of the file, bucket merged with bucket.
struct RuleCandidates {
    private struct Cursor {
        var next: Int
        let end: Int
    }

    private let order: [UInt32]
    private var cursors: InlineArray<10, Cursor>
    private var count = 0

    init(_ index: RuleIndex, _ path: RequestPath) {
        order = index.order
        cursors = InlineArray(repeating: Cursor(next: 0, end: 0))
        if let bucket = index.literals.find(path.storage, path.range) { add(bucket) }
        if !index.prefixes.isEmpty { addPrefixes(index, path) }
        if index.rest.count > 0 { add(index.rest) }
    }

    private mutating func addPrefixes(_ index: RuleIndex, _ path: RequestPath) {
        var depth = 0
        var end = path.range.lowerBound + 1
        while depth < RuleIndex.deepest, end <= path.range.upperBound {
            while end < path.range.upperBound, path.storage[end] != UInt8(ascii: "/") { end += 1 }
            if let bucket = index.prefixes.find(path.storage, path.range.lowerBound..<end) { add(bucket) }
            depth += 1
            end += 1
        }
    }

    private mutating func add(_ bucket: RuleIndex.Bucket) {
        cursors[count] = Cursor(next: Int(bucket.start), end: Int(bucket.start) + Int(bucket.count))
        count += 1
    }

    /// The next rule's number.
    mutating func next() -> Int? {
        var best: (rule: UInt32, cursor: Int)?
        for cursor in 0..<count where cursors[cursor].next < cursors[cursor].end {
            let rule = order[cursors[cursor].next]
            if best.map({ rule < $0.rule }) ?? true { best = (rule, cursor) }
        }
        guard let best else { return nil }
        cursors[best.cursor].next += 1
        return Int(best.rule)
    }
}
