internal import Catalogue

extension Failure.Kind {
    /// What it is and what it takes, for `explain`.
    var text: String {
        switch self {
        case .answer: "an answer: it has a status and a body, and takes delay, pace and cut"
        case .spoiler: "a spoiler: it spoils the reply beside it, or a stock success"
        case .ending: "an ending: it sends no response, and takes a delay only"
        case .connection: "a failure of the connection: it happens before a request, and stands in \"connections\""
        }
    }
}
