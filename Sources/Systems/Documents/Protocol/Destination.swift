internal import Bytes
internal import Wire

/// Where a COPY or a MOVE goes (RFC 4918, 10.3).
struct Destination {
    let path: DocumentPath

    /// Reads the request's `Destination`: an absolute URI, or the path of one.
    static func read(_ request: Request) -> Result<Destination, DestinationProblem> {
        guard let field = request.first(Self.field) else { return .failure(.missing) }
        return StoreReference.read(request.head[field], of: request).map(Destination.init(path:))
    }

    private static let field = Array("destination".utf8)
}
