/// Decides what libmicrohttpd does with a connection. The connection itself is the client.
///
/// The library gets nothing but whole requests whose answers are decided, so that it answers each within its own call.
protocol LibraryClient: AnyObject {
    /// Bytes of the answers before the current one.
    var sentBefore: Int { get }

    /// Bytes have come behind the last request. They are in the library's buffer, and not its yet.
    func arrived(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> LibraryVerdict
    /// The answer is over. `isKeptAlive`: the connection stays open, and the next request is awaited.
    func answered(_ end: LibraryAnswerEnd, isKeptAlive: Bool)
    /// The client owns the socket from here on, under this descriptor.
    func left(with socket: TCPSocket)
    /// The library is done with the socket, and closes it after this call.
    func closed()
}

/// What becomes of bytes that have come.
enum LibraryVerdict {
    /// The library is to read them, a request, and to send this.
    case answer(LibraryResponse, status: Int, keepsAlive: Bool)
    /// The library is to release the socket, with which the client continues.
    case leave
    /// The library is to close.
    case close
}

/// How an answer ended, as far as the library can tell.
enum LibraryAnswerEnd {
    /// The library sent all of it.
    case whole
    /// The library never asked for it, because the peer was gone.
    case unsent
    /// The library's own timeout, which is longer than all of our deadlines.
    case timedOut(sent: Int)
    /// The peer is gone.
    case broken(sent: Int)
}

/// A response object of libmicrohttpd.
struct LibraryResponse {
    let pointer: OpaquePointer
    /// True if it is for one request alone, and is destroyed once it is queued.
    let isForOnce: Bool
    /// Whose content it has, which belongs to the request until the library has completed it; nil for a response that is
    /// the same for many.
    /// Not retained, so that verdicts are plain values: the shard keeps it until the connection does.
    unowned(unsafe) var refilled: PreparedReply?
}
