internal import Bytes

/// The rules that a request's path can concern, in the order of the file, bucket merged with bucket.
public struct RuleCandidates {
    private struct Cursor {
        var next: Int
        let end: Int
    }

    private let order: [UInt32]
    private var cursors: InlineArray<10, Cursor>
    private var count = 0

    /// `view` has one spelling of the path.
    init(_ index: RuleIndex, _ view: RequestView) {
        order = index.order
        cursors = InlineArray(repeating: Cursor(next: 0, end: 0))
        if let bucket = index.literals.find(view.pathStorage, view.path) { add(bucket) }
        if !index.prefixes.isEmpty { addPrefixes(index, view) }
        if index.rest.count > 0 { add(index.rest) }
    }

    private mutating func addPrefixes(_ index: RuleIndex, _ view: RequestView) {
        var depth = 0
        var end = view.path.lowerBound + 1
        while depth < RuleIndex.deepest, end <= view.path.upperBound {
            while end < view.path.upperBound, view.pathStorage[end] != UInt8(ascii: "/") { end += 1 }
            if let bucket = index.prefixes.find(view.pathStorage, view.path.lowerBound..<end) { add(bucket) }
            depth += 1
            end += 1
        }
    }

    private mutating func add(_ bucket: RuleIndex.Bucket) {
        cursors[count] = Cursor(next: Int(bucket.start), end: Int(bucket.start) + Int(bucket.count))
        count += 1
    }

    /// The next rule's number.
    public mutating func next() -> Int? {
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
