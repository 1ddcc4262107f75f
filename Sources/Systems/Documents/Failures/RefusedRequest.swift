internal import Wire

/// What an answer of a document store has to know of the request that it refuses.
struct RefusedRequest {
    let method: String
    /// The path as the client spelt it, with what chose the session: what an href in the answer says.
    let href: [UInt8]

    init(_ request: Request) {
        method = request.text(request.method)
        let path = request.head[request.pathPrefix.lowerBound..<request.path.upperBound]
        href = path.isEmpty ? Self.root : Array(path)
    }

    private static let root = [UInt8(ascii: "/")]

    /// Whether it makes something where there need be nothing, so that what can be missing is what is above.
    var makesResource: Bool { ["PUT", "MKCOL", "LOCK"].contains(method) }

    /// The collection that the document is in.
    var parent: [UInt8] {
        let name = href.last == UInt8(ascii: "/") ? href.dropLast() : href[...]
        return name.lastIndex(of: UInt8(ascii: "/")).map { Array(name[...$0]) } ?? Self.root
    }

    /// These methods without the one that was asked for, as an Allow field lists them.
    func allow(_ methods: String) -> HeaderField {
        HeaderField("Allow", methods.split(separator: " ").filter { $0 != method }.joined(separator: ", "))
    }
}
