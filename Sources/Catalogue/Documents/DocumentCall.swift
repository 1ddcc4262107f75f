internal import Wire

/// What a request asks of the store.
public struct DocumentCall: Sendable, Hashable {
    public let operation: DocumentOperation
    /// The place that it is about, or why its path names none.
    let path: Result<DocumentPath, PathProblem>
    /// Where COPY and MOVE go; nil where they say no place of this store.
    let destination: DocumentPath?

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

    /// What match fields look at.
    var fields: CallFields {
        var fields = CallFields()
        fields["operation"] = operation.name
        if case .success(let path) = path { fields["document"] = path.bytes }
        if let destination { fields["destination"] = destination.bytes }
        return fields
    }
}
