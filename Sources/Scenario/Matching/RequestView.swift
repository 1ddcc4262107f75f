internal import Bytes
public import Catalogue
public import Wire

/// A request as matching sees it: with one spelling of its path, and one of its calls.
public struct RequestView {
    public let request: Request
    /// The call that is matched; nil where the dialect could not read the request.
    public var call: Call?
    /// Holds the path: the request's own bytes, or a canonical copy where they have escapes.
    let pathStorage: [UInt8]
    let path: Range<Int>

    public init(_ request: Request, call: Call? = nil) {
        self.request = request
        self.call = call
        if request.path.isEmpty {
            pathStorage = Self.root
            path = 0..<1
        } else if PercentCoding.needsCanonicalising(request.path, in: request.head) {
            pathStorage = PercentCoding.canonicalPath(request.head[request.path])
            path = 0..<pathStorage.count
        } else {
            pathStorage = request.head
            path = request.path
        }
    }

    private static let root = [UInt8(ascii: "/")]
}
