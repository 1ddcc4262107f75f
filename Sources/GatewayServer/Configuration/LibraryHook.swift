/// A behaviour of libmicrohttpd that the server needs, other than that it takes a connection over at once. Most of them
/// are not documented; `LibrarySelfTest` checks them all.
public enum LibraryHook: Sendable, Hashable, CaseIterable {
    /// Every call for a request gets the context that was set for its connection.
    case context
    /// The URI callback sees the head in memory as it was sent.
    case untouchedHead
    /// Changes that the URI callback makes to the field lines take effect.
    case cutOff
    /// The size of a request's head is reported correctly.
    case headSize
    /// A request without a body gets a second call, in which it can be answered.
    case secondCall
    /// Such an answer leaves the connection open.
    case keepAlive
    /// An answer goes to the file that was duplicated onto the socket's descriptor (dup3).
    case substitute
    /// Once the socket is duplicated back onto its descriptor, the library continues to read from it.
    case socketPutBack
    /// A suspended connection is left alone. After it is resumed, the library calls for it in the next run and in each
    /// further one.
    case suspension
    /// A connection can be dropped without anything being sent to its peer.
    case leaving

    /// Completes "libmicrohttpd 1.0.1 does not …": what is missing, and how clients would notice.
    var missingBehaviour: String {
        switch self {
        case .context: "say which connection a request came on, so that no request would be answered"
        case .untouchedHead: "show a request's head as it was sent, so that malformed ones could not be detected"
        case .cutOff: "end a head where it is cut off, so that refused requests would not get Mishap's answer"
        case .headSize: "tell the size of a request's head, so that good requests would be refused"
        case .secondCall: "call again for a request without a body, so that it would get no answer"
        case .keepAlive: "keep a connection open after an answer, so that each would end after one request"
        case .substitute:
            "leave the writing of an answer to Mishap, so that answers with faults would be followed by a second one"
        case .socketPutBack: "read on after an answer that Mishap wrote, so that the next request would get none"
        case .suspension: "suspend and resume a connection as it is told, so that delayed answers would not come"
        case .leaving: "release a connection without ending it, so that faults that break it off could not be sent"
        }
    }
}
