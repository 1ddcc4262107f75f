internal import HTTP1
internal import Wire

/// Looks at what libmicrohttpd has received before the library does.
///
/// The library reads a request line before it calls us. Its versions take tabs for blanks, skip lines or end words at a NUL,
/// and what they leave in their memory does not always show it. So it gets no bytes that begin a request unless they begin
/// with a whole and well-formed request line. Our own reader gets the others, and all that follows.
extension LibraryConnection {
    /// The library has received `bytes`, none at the end of the stream. Returns how many of them it may have; nil if it is
    /// to believe that nothing has come.
    func received(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        switch state {
        case .head where received == requestStart && !bytes.isEmpty:
            // Protocol detection has seen the first head. More may have come since.
            if let firstHead { return receive(bytes, upTo: firstHead.requestCount) }
            guard FirstHead.isWholeLine(bytes) else {
                readOurselves(bytes)
                return nil
            }
        case .undecided where undecidedReader != nil:
            undecidedReader?.append(bytes)
            return nil
        // Once it is resumed, the library may read before it calls us.
        case .body, .suspended, .resumed(.answer), .resumed(.complete), .queued:
            if headEnd != nil { return receive(bytes, upTo: requestEnd) }
        default: break
        }
        received += bytes.count
        return bytes.count
    }

    /// Withholds what comes behind the current request, which ends at the byte `end` of the connection: the library's pool
    /// has room for one request.
    private func receive(_ bytes: UnsafeBufferPointer<UInt8>, upTo end: Int) -> Int? {
        received += bytes.count
        let behind = received - end
        // If it was longer before, its line came before, too.
        guard behind > 0, behind <= bytes.count else { return bytes.count }
        received -= behind
        withheld += bytes.suffix(behind)
        return behind < bytes.count ? bytes.count - behind : nil
    }

    /// The end of the current request, whose head is known, as a number of bytes of the connection.
    private var requestEnd: Int {
        guard let headEnd, let pool else { return received }
        return requestStart + (headEnd - pool) + (framing.contentLength ?? 0)
    }

    /// Whether the library has received all of the current request, whose head is known.
    var hasWholeRequest: Bool { headEnd != nil && received >= requestEnd }

    /// Whether the library has received something behind the current request. Called in the URI callback, before the library
    /// has taken anything of that.
    var isFollowed: Bool { !framing.isChunked && received > requestEnd }

    /// Lets our own reader go on with a request of which the library has nothing, once the library's run is over.
    func readOurselves(_ bytes: some Collection<UInt8>) {
        var reader = RequestReader(maximumHead: daemon.headBound)
        reader.append(bytes)
        state = .undecided
        undecidedReader = reader
        daemon.addRunObserver(self)
    }
}
