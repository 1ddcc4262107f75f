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

    private static let root = [UInt8(ascii: "/")]
}
