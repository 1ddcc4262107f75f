/// Why a reference to a document leads to no place in the store of the session.
enum DestinationProblem: Error, Hashable {
    case missing, malformed, anotherServer, outside
    case path(PathProblem)

    /// RFC 4918, 9.8.5 and 9.9.4.
    var status: Int {
        switch self {
        case .missing, .malformed: 400
        case .anotherServer: 502
        case .outside: 403
        case .path(let problem): problem.status
        }
    }

    var words: String {
        switch self {
        case .missing: "there is no Destination"
        case .malformed: "the Destination is neither an http URI nor a path"
        case .anotherServer: "the Destination is on another server"
        case .outside: "the Destination is outside of this session's store"
        case .path(let problem): "in the Destination, \(problem.words)"
        }
    }
}
