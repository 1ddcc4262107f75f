internal import Bytes
internal import Wire

/// The path of a request in canonical spelling, as matching compares it.
struct RequestPath {
    /// The head of the request, or a canonical copy of the path if it has escapes.
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

    /// The range of a segment by its position, counted from 0; nil if there are fewer.
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
