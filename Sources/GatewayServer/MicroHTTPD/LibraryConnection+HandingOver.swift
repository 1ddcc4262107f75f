internal import Glibc
internal import HTTP1
internal import Wire

/// Requests that the client is to read by itself: with a chunked body, whose framing libmicrohttpd does not show, and
/// those after the first of a connection of which only part has come, or whose request line is malformed.
extension LibraryConnection {
    /// A reader that continues behind the head; nil if it is not known how much was read.
    func readerBehindHead() -> RequestReader? {
        guard let headEnd, let pool, let count = readOfRequest, count >= headEnd - pool else { return nil }
        // What follows the head is right behind it, and cannot be more than the pool has room for.
        var reader = RequestReader(maximumHead: daemon.headBound, behind: framing)
        reader.append(UnsafeBufferPointer(start: headEnd, count: count - (headEnd - pool)))
        return reader
    }

    /// A reader of what comes behind the current request, of which the library has read the body, however large; nil if it
    /// is not known how much was read.
    func readerBehindRequest() -> RequestReader? {
        guard let headEnd, let pool else { return nil }
        let behind = received - requestStart - (headEnd - pool) - (framing.contentLength ?? 0)
        guard behind >= 0, headEnd - pool + behind <= LibraryDaemon.poolSize else { return nil }
        var reader = RequestReader(maximumHead: daemon.headBound)
        // The library moves what follows a body to where that began.
        reader.append(UnsafeBufferPointer(start: headEnd, count: behind))
        reader.append(withheld)
        return reader
    }

    /// Only part of the field lines has come. Called in the URI callback, so that the library has not taken any of them.
    /// `mayBeWhole`: then the library either calls us in this run, or the head is incomplete.
    func handOver(_ line: RequestLine, mayBeWhole: Bool) {
        // No connection may be suspended when the library is stopped.
        guard handle != nil, !daemon.isStopping, let reader = reader(from: line) else {
            headState = .refused(.brokenLine)
            return
        }
        if !mayBeWhole, keepSocket(mayUseReserve: true) { return handOver(to: reader) }
        state = .undecided
        undecidedReader = reader
        daemon.addRunObserver(self)
    }

    /// The library has ended a run in which it read a head that may be whole. If it has not asked for an answer, the head
    /// is not whole.
    ///
    /// Without a descriptor for leaving it is tried again after the next runs, in which those that leave give theirs back.
    func runEnded() -> Bool {
        guard case .undecided = state, let reader = undecidedReader, !daemon.isStopping else { return true }
        if !keepSocket(mayUseReserve: true), runsWithoutDescriptor < Self.mostRunsWithoutDescriptor {
            runsWithoutDescriptor += 1
            return false
        }
        handOver(to: reader)
        return true
    }

    /// Enough for a thousand connections at the same time, of which eight can leave in a run.
    private static let mostRunsWithoutDescriptor = 128

    private func handOver(to reader: RequestReader) {
        undecidedReader = nil
        runsWithoutDescriptor = 0
        client.takeOver(reader)
        suspend()
        leaveSuspended()
    }

    /// A reader of the request from its beginning, with what has come of it.
    private func reader(from line: RequestLine) -> RequestReader? {
        guard let pool, let count = readOfRequest else { return nil }
        let end = pool + count
        let lineEnd = UnsafePointer(line.version) + 8
        guard end > lineEnd else { return nil }
        var reader = RequestReader(maximumHead: daemon.headBound)
        // The library has ended each word with a NUL.
        reader.append(request.head[request.method] + [0x20])
        reader.append(request.head[request.target] + [0x20])
        reader.append(UnsafeBufferPointer(start: line.version, count: 8))
        // In 0.9.75 nothing but this tells a bare LF with nothing behind it from CRLF.
        let isBare = line.isBare || end == lineEnd + 1
        reader.append(isBare ? [0x0A] : [0x0D, 0x0A])
        let start = lineEnd + (isBare ? 1 : 2)
        if end > start { reader.append(UnsafeBufferPointer(start: start, count: end - start)) }
        return reader
    }

    /// Bytes that the library has received of the current request and of what follows it. They are in its pool.
    var readOfRequest: Int? {
        let count = received - requestStart
        return (0...LibraryDaemon.poolSize).contains(count) ? count : nil
    }
}
