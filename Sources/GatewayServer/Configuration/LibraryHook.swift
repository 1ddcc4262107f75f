/// What the server needs of libmicrohttpd beside a connection that is taken over at once. Most of it no documentation
/// promises, and `LibrarySelfTest` tries it.
public enum LibraryHook: Sendable, Hashable, CaseIterable {
    /// Each call for a request brings what was left with its connection.
    case context
    /// The URI callback sees the head as it was sent.
    case untouchedHead
    /// What the URI callback changes in the field lines holds.
    case cutOff
    case headSize
    /// A request without a body gets a second call, in which it can be answered.
    case secondCall
    /// Such an answer leaves the connection open.
    case keepAlive
    /// An answer goes to the file that stands behind the socket's number.
    case substitute
    /// The socket is read on once it is back behind its number.
    case socketPutBack
    /// A suspended connection is left alone, and called for in the run after it is resumed and each one after that.
    case suspension
    /// A connection can be dropped without a word to its peer.
    case leaving

    /// Behind "libmicrohttpd 1.0.1 does not": what, and what a client would see of it.
    var lack: String {
        switch self {
        case .context: "say which connection a request came on, so that no request would be answered"
        case .untouchedHead: "show a request's head as it was sent, so that malformed ones could not be told"
        case .cutOff: "end a head where it is cut off, so that refused requests would get no answer of Mishap's"
        case .headSize: "tell the size of a request's head, so that good requests would be refused"
        case .secondCall: "call again for a request without a body, so that it would get no answer"
        case .keepAlive: "keep a connection open behind an answer, so that each would end after one request"
        case .substitute:
            "leave the writing of an answer to others, so that answers with faults would be followed by a second one"
        case .socketPutBack: "read on behind an answer that others wrote, so that the next request would get none"
        case .suspension: "hold back and go on with a connection as it is told, so that delayed answers would not come"
        case .leaving: "let go of a connection without ending it, so that faults that break it off could not be sent"
        }
    }
}
