internal import HTTP1
internal import Wire

/// Receives what libmicrohttpd makes of a connection, and decides how that goes on. The connection itself is the
/// client.
///
/// The library calls in the middle of its own work, and takes an answer there or never. So every question is answered
/// by a verdict. Requests come in the `Request` that the driver was made with.
protocol LibraryClient: AnyObject {
    /// True once a FIN of the peer was seen.
    var isPeerClosed: Bool { get }
    /// Bytes of the answers before the current one.
    var sentBefore: Int { get }

    // MARK: Questions of the library

    /// A head is complete. `refusal`: the answer that it must get because it cannot be trusted, or nil.
    func headArrived(_ framing: RequestFraming, refusal: WireScript?) -> LibraryVerdict
    func bodyCame(_ bytes: UnsafeRawBufferPointer) -> LibraryVerdict
    /// The request is complete, also if it has no body.
    func bodyEnded() -> LibraryVerdict
    /// A head is complete, whose request the client is to read by itself, for which there is no descriptor.
    func lacksDescriptor(_ framing: RequestFraming) -> LibraryVerdict
    /// The library calls again after `resume(.answer)`.
    func resumed() -> LibraryVerdict
    /// The exchange gets no answer: the server stops, or a verdict cannot be carried out.
    func cancelExchange()

    // MARK: Reports of the library

    /// The client is to read this request and all that follow by itself, once it has the socket, which the library is
    /// about to release. `requests` has what the library has read of them.
    func takeOver(_ requests: RequestReader)
    /// A request that the library does not finish is to be refused with this. The client answers by itself once it has
    /// the socket, which the library is about to release.
    func refuseBesideLibrary(with script: WireScript)
    /// The answer of the exchange is over. `isKeptAlive`: the connection stays open, and the next head is awaited.
    func answered(_ end: LibraryAnswerEnd, isKeptAlive: Bool)
    /// The library refused by itself what came, before a request was seen. `status` is 0 if the library does not tell
    /// it.
    func refusedUnseen(status: Int)
    /// The library may have read everything up to the peer's FIN, which is to be shown to it at the end of this turn.
    func showPeerEndAfterTurn()
    /// The connection stays open, although no request was seen.
    func nextHeadIsAwaited()
    /// The client owns the socket from here on, under this descriptor.
    func left(with socket: TCPSocket)
    /// The library is done with the socket and closes it after this call. If the socket has a second descriptor until
    /// then, the kernel does not drop it from the poller by itself.
    func closed(hasSecondDescriptor: Bool)
}

/// What the library is to do next.
enum LibraryVerdict {
    /// Continue reading.
    case goOn
    /// Begin to read the body, or call again if there is none. The 100 that the client may wait for can be denied.
    case read(deniesContinue: Bool)
    /// Send this response; close if it is nil because there is no memory for it.
    case send(LibraryResponse?, status: Int)
    /// Wait until the client resumes the connection.
    case wait
    /// The answer is written already: behave as if the library had sent one.
    case complete
    /// Release the socket, with which the client continues.
    case leave
    /// Close.
    case drop
}

/// How an answer ended, as far as the library can tell.
enum LibraryAnswerEnd {
    /// The library sent all of it.
    case whole
    /// The library found the body malformed and answered by itself; it closes after that.
    case refused(status: Int, sent: Int)
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
