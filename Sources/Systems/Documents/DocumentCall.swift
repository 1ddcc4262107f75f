internal import Catalogue
internal import Wire
internal import XMLText

/// What a request asks of the store.
struct DocumentCall: Sendable, Hashable {
    let operation: DocumentOperation
    /// The place that it is about, or why its path names none.
    let path: Result<DocumentPath, PathProblem>
    /// Where COPY and MOVE go; nil where they say no place of this store.
    let destination: DocumentPath?
    /// What its body says, once it was read.
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

    /// Reads its body; false where there is nothing in it to read.
    mutating func readBody(of request: Request) -> Bool {
        body = DocumentBody(operation, request)
        return body != nil
    }

    /// What the body of a PROPPATCH says.
    func propertyUpdate(of request: Request) -> Result<PropertyUpdate, BodyProblem> {
        if case .properties(let reading)? = body { return reading }
        return PropertyUpdate.read(request.body, charset: TextEncoding.charset(of: request))
    }

    /// What the body of a LOCK says; nil where it has none.
    func lockRequest(of request: Request) -> Result<LockRequest, BodyProblem>? {
        if case .lock(let reading)? = body { return reading }
        guard !request.body.isEmpty else { return nil }
        return LockRequest.read(request.body, charset: TextEncoding.charset(of: request))
    }

    /// What match fields look at.
    var fields: CallFields {
        var fields = CallFields()
        fields[Documents.Field.operation] = operation.name
        if case .success(let path) = path { fields[Documents.Field.document] = path.bytes }
        if let destination { fields[Documents.Field.destination] = destination.bytes }
        return fields
    }
}

extension Call {
    /// What the document store has to know to answer it.
    var document: DocumentCall? { (payload as? Payload<DocumentCall>)?.value }
}

/// What the XML of a request that changes something says. It is read where no rule has taken the call, before the
/// session's lock is taken: a megabyte of it takes 50 ms.
enum DocumentBody: Hashable, Sendable {
    case properties(Result<PropertyUpdate, BodyProblem>)
    case lock(Result<LockRequest, BodyProblem>)

    /// Nil where there is no XML, and where the request is answered from a copy of the store.
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
