/// A path with segments that vary: `/users/{id}/**`.
///
/// Works on canonical paths (`PercentCoding.canonicalPath`), in which `/` only ever separates.
public struct PathTemplate: Sendable, Hashable {
    enum Segment: Sendable, Hashable {
        case literal([UInt8])
        /// `{name}` or `*`: exactly one segment, which is not empty.
        case one
        /// `**`: whatever is left, nothing included.
        case rest
    }

    let segments: [Segment]

    /// The leading literal segments, at most `RuleIndex.maximumDepth` of them, as one piece of a path.
    var literalPrefix: [UInt8] {
        var prefix: [UInt8] = []
        for segment in segments.prefix(RuleIndex.maximumDepth) {
            guard case .literal(let bytes) = segment else { break }
            prefix.append(UInt8(ascii: "/"))
            prefix += bytes
        }
        return prefix
    }

    /// Whether the path that lies in this range of `storage` has this shape.
    func matches(_ storage: [UInt8], _ range: Range<Int>) -> Bool {
        guard !range.isEmpty, storage[range.lowerBound] == UInt8(ascii: "/") else { return false }
        // Where the next segment begins; beyond the end when there is none left.
        var start = range.lowerBound + 1
        for segment in segments {
            if case .rest = segment { return true }
            guard start <= range.upperBound else { return false }
            var end = start
            while end < range.upperBound, storage[end] != UInt8(ascii: "/") { end += 1 }
            switch segment {
            case .literal(let bytes):
                guard end - start == bytes.count else { return false }
                for index in bytes.indices where storage[start + index] != bytes[index] { return false }
            case .one, .rest:
                guard end > start else { return false }
            }
            start = end + 1
        }
        return start > range.upperBound
    }
}
