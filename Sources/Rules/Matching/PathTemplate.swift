/// A path with variable segments: `/users/{id}/**`.
///
/// Compares canonical paths (`PercentCoding.canonicalPath`), in which `/` is always a separator.
public struct PathTemplate: Sendable, Hashable {
    public enum Segment: Sendable, Hashable {
        case literal([UInt8])
        /// `{name}` or `*`: exactly one segment that is not empty.
        case one
        /// `**`: the rest of the path, which may be empty.
        case rest
    }

    public let segments: [Segment]

    public init(segments: [Segment]) {
        self.segments = segments
    }

    /// The leading literal segments, at most `RuleBucket.maximumDepth`, as the beginning of a path.
    var literalPrefix: [UInt8] {
        var prefix: [UInt8] = []
        for segment in segments.prefix(RuleBucket.maximumDepth) {
            guard case .literal(let bytes) = segment else { break }
            prefix.append(UInt8(ascii: "/"))
            prefix += bytes
        }
        return prefix
    }

    /// Whether the path in this range of `storage` matches the template.
    func matches(_ storage: [UInt8], _ range: Range<Int>) -> Bool {
        guard !range.isEmpty, storage[range.lowerBound] == UInt8(ascii: "/") else { return false }
        // Start of the next segment; beyond the end if there is none left.
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
