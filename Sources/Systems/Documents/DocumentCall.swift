internal import Catalogue
internal import Wire
internal import XMLText

/// What a request does to the store, and to which document.
struct DocumentCall: Sendable, Hashable {
    let operation: DocumentOperation
    /// The path of the document, or why the request's path is not one.
    let path: Result<DocumentPath, PathProblem>
    /// The destination of COPY and MOVE; nil if it is not in this store.
    let destination: DocumentPath?
    /// The parsed body, once it was read.
    private var body: DocumentBody?

    init(_ request: Request) {
        operation = DocumentOperation(request)
        do throws(PathProblem) {
            path = .success(try DocumentPath(target: request.head[request.path]))
        } catch {
            path = .failure(error)
        }
        switch operation {
        case .copy, .move: destination = try? Destination.read(request).get().path
        default: destination = nil
        }
    }

    /// Reads the body; false if there is nothing to read.
    mutating func readBody(of request: Request) -> Bool {
        body = DocumentBody(operation, request)
        return body != nil
    }

    /// The parsed body of a PROPPATCH.
    func propertyUpdate(of request: Request) -> Result<PropertyUpdate, BodyProblem> {
        if case .properties(let reading)? = body { return reading }
        return PropertyUpdate.read(request.body, charset: TextEncoding.charset(of: request))
    }

    /// The parsed body of a LOCK; nil if it has none.
    func lockRequest(of request: Request) -> Result<LockRequest, BodyProblem>? {
        if case .lock(let reading)? = body { return reading }
        guard !request.body.isEmpty else { return nil }
        return LockRequest.read(request.body, charset: TextEncoding.charset(of: request))
    }

    /// The match fields of the request.
    var fields: CallFields {
        var fields = CallFields()
        fields[Documents.Field.operation] = operation.name
        if case .success(let path) = path { fields[Documents.Field.document] = path.bytes }
        if let destination { fields[Documents.Field.destination] = destination.bytes }
        return fields
    }
}

extension Call {
    /// The parsed request to the document store.
    var document: DocumentCall? { (payload as? Payload<DocumentCall>)?.value }
}

/// The parsed XML of a PROPPATCH or LOCK. It is read only if no rule takes the call, and before the session's lock is
/// taken: parsing a megabyte takes 50 ms.
enum DocumentBody: Hashable, Sendable {
    case properties(Result<PropertyUpdate, BodyProblem>)
    case lock(Result<LockRequest, BodyProblem>)

    /// Nil if there is no XML, and for methods that are answered from a copy of the store.
    init?(_ operation: DocumentOperation, _ request: Request) {
        switch operation {
        case .properties:
            self = .properties(PropertyUpdate.read(request.body, charset: TextEncoding.charset(of: request)))
        case .lock where !request.body.isEmpty:
            self = .lock(LockRequest.read(request.body, charset: TextEncoding.charset(of: request)))
        default: return nil
        }
    }
}
