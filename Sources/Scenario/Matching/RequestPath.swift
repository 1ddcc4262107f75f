internal import Bytes
internal import Wire

/// A request's path in the one spelling that matching compares.
struct RequestPath {
    /// The request's own bytes, or a canonical copy where the path has escapes.
    let storage: [UInt8]
    let range: Range<Int>

    init(_ request: Request) {
        if request.path.isEmpty {
            storage = Self.root
            range = 0..<1
        } else if PercentCoding.needsCanonicalising(request.path, in: request.head) {
            storage = PercentCoding.canonicalPath(request.head[request.path])
            range = 0..<storage.count
        } else {
            storage = request.head
            range = request.path
        }
    }

    /// The segment at that position, counted from 0; nil where there are fewer.
    func segment(_ number: Int) -> Range<Int>? {
        var start = range.lowerBound + 1
        for current in 0...number {
            guard start <= range.upperBound else { return nil }
            var end = start
            while end < range.upperBound, storage[end] != UInt8(ascii: "/") { end += 1 }
            if current == number { return start..<end }
            start = end + 1
        }
        return nil
    }

    private static let root = [UInt8(ascii: "/")]
}
