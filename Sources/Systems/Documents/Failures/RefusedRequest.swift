internal import Bytes
internal import Wire

/// What a refusal needs of the request: its method and its path.
struct RefusedRequest {
    let method: String
    /// The path as the client wrote it, with the prefix of the session, for hrefs in the answer.
    let href: [UInt8]

    init(_ request: Request) {
        method = request.text(request.method)
        let path = request.head[request.pathPrefix.lowerBound..<request.path.upperBound]
        href = path.isEmpty ? Self.root : Array(path)
        rawPath = request.head[request.path]
    }

    private let rawPath: ArraySlice<UInt8>

    private static let root = [UInt8(ascii: "/")]

    /// The decoded path in the store, without a final slash.
    var path: [UInt8] {
        let decoded = PercentCoding.decode(rawPath.isEmpty ? Self.root[...] : rawPath)
        return decoded.count > 1 && decoded.last == UInt8(ascii: "/") ? decoded.dropLast() : decoded
    }

    /// Whether the method creates a resource, so that only the collection above can be missing.
    var makesResource: Bool { ["PUT", "MKCOL", "LOCK"].contains(method) }

    /// The path of the collection that contains the document, with a final slash.
    var parent: [UInt8] {
        let name = href.last == UInt8(ascii: "/") ? href.dropLast() : href[...]
        return name.lastIndex(of: UInt8(ascii: "/")).map { Array(name[...$0]) } ?? Self.root
    }

    /// An Allow field with these methods except the one of the request.
    func allow(_ methods: String) -> HeaderField {
        HeaderField("Allow", methods.split(separator: " ").filter { $0 != method }.joined(separator: ", "))
    }
}
