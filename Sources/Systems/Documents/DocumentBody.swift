internal import Wire
internal import XMLText

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
