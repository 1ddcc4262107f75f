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

    /// All of it, decoded.
    var decoded: ArraySlice<UInt8> {
        let path = storage[range]
        return path.contains(UInt8(ascii: "%")) ? PercentCoding.decode(path)[...] : path
    }

    /// A segment by its position, decoded.
    func decodedSegment(_ number: Int) -> [UInt8]? { segment(number).map { PercentCoding.decode(storage[$0]) } }

    /// Whether a decoded segment has a slash, so that the decoded path has other segments.
    var hasEncodedSlash: Bool {
        var place = range.lowerBound
        while place + 2 < range.upperBound {
            if storage[place] == 0x25, storage[place + 1] == 0x32, storage[place + 2] | 0x20 == 0x66 { return true }
            place += 1
        }
        return false
    }

    private static let root = [UInt8(ascii: "/")]
}
