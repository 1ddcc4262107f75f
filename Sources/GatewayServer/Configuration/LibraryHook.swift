/// A behaviour of libmicrohttpd that the server needs, other than that it takes a connection over at once. Not all of them
/// are documented; `LibrarySelfTest` checks them all.
public enum LibraryHook: Sendable, Hashable, CaseIterable {
    /// Every call for a request gets the context that was set for its connection.
    case context
    /// A request without a body gets a second call, in which it can be answered.
    case secondCall
    /// A body comes in calls of its own, and another call follows it.
    case body
    /// An answer leaves the connection open.
    case keepAlive
    /// A connection can be dropped without anything being sent to its peer.
    case leaving

    /// Completes "libmicrohttpd 1.0.1 does not …": what is missing, and how clients would notice.
    var missingBehaviour: String {
        switch self {
        case .context: "say which connection a request came on, so that no request would be answered"
        case .secondCall: "call again for a request, so that it would get no answer"
        case .body: "read the body of a request, so that it would get no answer"
        case .keepAlive: "keep a connection open after an answer, so that each would end after one request"
        case .leaving: "release a connection without ending it, so that faults that break it off could not be sent"
        }
    }
}
