internal import Bytes

/// The rules that a request can concern, in the order of the file, bucket merged with bucket.
struct RuleCandidates {
    /// More are not compared to find the nearest one.
    static let mostShown = 1000

    private struct Cursor {
        var next: UInt32
        let end: UInt32
    }

    private let order: [UInt32]
    private var cursors: InlineArray<12, Cursor>
    private var count = 0

    /// `value` is that of the system's field, where the rules are of a system and the call has it.
    init(_ index: RuleIndex, _ path: RequestPath, _ value: [UInt8]? = nil) {
        order = index.order
        cursors = InlineArray(repeating: Cursor(next: 0, end: 0))
        if let place = index.literals.find(path.storage, path.range) {
            add(place.bucket)
            if let value, place.calls >= 0 { add(index.calls[Int(place.calls)], value) }
        }
        if !index.prefixes.isEmpty { addPrefixes(index, path) }
        if let value, let anywhere = index.anywhere { add(index.calls[anywhere], value) }
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

    private mutating func add(_ calls: RuleIndex.Calls, _ value: [UInt8]) {
        if let bucket = calls.buckets.find(value) { add(bucket) }
    }

    private mutating func add(_ bucket: RuleIndex.Bucket) {
        cursors[count] = Cursor(next: bucket.start, end: bucket.start + bucket.count)
        count += 1
    }

    /// The next rule's number.
    mutating func next() -> Int? {
        var best: (rule: UInt32, cursor: Int)?
        for cursor in 0..<count where cursors[cursor].next < cursors[cursor].end {
            let rule = order[Int(cursors[cursor].next)]
            if best.map({ rule < $0.rule }) ?? true { best = (rule, cursor) }
        }
        guard let best else { return nil }
        cursors[best.cursor].next += 1
        return Int(best.rule)
    }

    /// The first rules of the request's path, whatever call they want.
    static func ofPath(_ index: RuleIndex, _ path: RequestPath) -> [Int] {
        var candidates = RuleCandidates(index, path)
        var numbers: [Int] = []
        while numbers.count < mostShown, let number = candidates.next() { numbers.append(number) }
        var tables = index.anywhere.map { [$0] } ?? []
        if let place = index.literals.find(path.storage, path.range), place.calls >= 0 {
            tables.append(Int(place.calls))
        }
        if tables.isEmpty { return numbers }
        for table in tables { numbers += index.calls[table].first.map { Int($0) } }
        return Array(numbers.sorted().prefix(mostShown))
    }
}
