internal import HTTP1
internal import Wire

/// Who is told what libmicrohttpd makes of a connection, and says how it goes on: the connection itself.
///
/// The library calls in the middle of its own work, and takes an answer there or never; so what it asks is answered by a
/// verdict. Requests come in the `Request` that the driver was made with.
protocol LibraryClient: AnyObject {
    /// Whether a FIN of the peer has been seen.
    var isPeerClosed: Bool { get }
    /// Bytes of the answers before the current one.
    var sentBefore: Int { get }
    /// Whether the receive buffer has room for more than so many bytes.
    func mayHold(moreThan count: Int) -> Bool

    // MARK: What the library asks

    /// A head is complete. `refusal`: what it has to be answered with, where it cannot be trusted.
    func headArrived(_ framing: RequestFraming, refusal: WireScript?) -> LibraryVerdict
    func bodyCame(_ bytes: UnsafeRawBufferPointer) -> LibraryVerdict
    /// The request is complete. Also where it has no body.
    func bodyEnded() -> LibraryVerdict
    /// The library is back behind `resume(.answer)`.
    func resumed() -> LibraryVerdict
    /// Everything stops: nothing is answered any more.
    func cancelExchange()

    // MARK: What it tells

    /// Only a part of a later head has come. The library is suspended: the rest is awaited in the socket.
    func headIsIncomplete()
    /// The rest of a head has come, or never will. The library goes on: while the socket is behind its number still, the
    /// client watches what it watches in the library's place.
    func headGoesOn()
    /// A request that the library does not finish is refused so, by the client itself once the socket is its own again. The
    /// library is about to let go of it.
    func refuseBesideLibrary(with script: WireScript)
    /// The answer of the exchange is over. `livesOn`: the next head is awaited.
    func answered(_ end: LibraryAnswerEnd, livesOn: Bool)
    /// The library refused what came by itself, before anybody saw a request. `status` is 0 where it does not say.
    func refusedUnseen(status: Int)
    /// The library closed without a word what may have begun no request.
    func closedUnseen()
    /// What the library has read may reach up to the peer's end now, which is to be shown to it behind this turn.
    func endMayShow()
    /// The connection lives on, though nobody saw a request.
    func nextHeadIsAwaited()
    /// The socket is the client's from here on, under this number.
    func left(with socket: TCPSocket)
    /// The library is done with the socket and closes it behind this call. Where the socket has a second number until then,
    /// the kernel does not forget by itself what is watched.
    func closed(hasSecondNumber: Bool)
}

/// What a client has the library do.
enum LibraryVerdict {
    /// Go on reading.
    case goOn
    /// Begin to read the body, or come back where there is none. The 100 that its sender may wait for can be denied.
    case read(deniesContinue: Bool)
    /// Send this; close where there is no memory for it.
    case send(LibraryResponse?, status: Int)
    /// Be still until the client resumes it.
    case wait
    /// The answer is out already: the library is only to think that it has sent one.
    case complete
    /// Let go of the socket, which the client goes on with.
    case leave
    /// Close.
    case drop
}

/// How an answer ended, as far as the library can tell.
enum LibraryAnswerEnd {
    /// It sent all of it.
    case whole
    /// It found the body malformed and said so by itself; it closes behind that.
    case refused(status: Int, sent: Int)
    /// Its own timeout, behind all of ours.
    case timedOut(sent: Int)
    /// The peer is gone.
    case broken(sent: Int)
}

/// An answer as the library has it.
struct LibraryResponse {
    let pointer: OpaquePointer
    /// Whether it is for one request alone, and nobody else keeps it.
    let isForOnce: Bool
}
