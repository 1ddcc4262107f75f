internal import Glibc
internal import HTTP1
internal import Wire

/// Reads a request's field lines in the URI callback, when libmicrohttpd has read the request line and nothing more.
///
/// The lines are in its buffer, after the request line. They are read and checked there, so that it makes no difference
/// what a version of the library makes of them: a head that is refused is cut off in the buffer, and the library asks
/// for an answer at once.
extension LibraryConnection {
    /// What is known of the lines.
    enum HeadState {
        /// Read without a problem.
        case sound
        /// Refused with this problem.
        case refused(RequestProblem)
        case tooLarge
    }

    /// A request line in the library's memory. Each word ends in a NUL there, and the line in one or two.
    struct RequestLine {
        let target: UnsafeMutablePointer<UInt8>
        let version: UnsafeMutablePointer<UInt8>
        /// Whether the line ends in a bare LF.
        let isBare: Bool

        /// Nil for a line that the library has read and that is none: with other blanks between its words than one
        /// space each, with a NUL in it, or with no version at its end.
        init?(target: UnsafePointer<CChar>, first: FirstHead?) {
            self.target = UnsafeMutableRawPointer(mutating: target).assumingMemoryBound(to: UInt8.self)
            version = self.target + strlen(target) + 1
            guard self.target[-1] == 0, self.target[-2] > 0x20, VersionText.isVersion(version), version[8] == 0 else {
                return nil
            }
            // 0.9.75 has overwritten both bytes of a CRLF, 1.0 the first one. In 0.9.75 the second NUL may also be a byte
            // that has not come yet: then `lines` is one byte too far.
            isBare = first?.isBare ?? (version[9] != LibraryDaemon.byteAfterCR)
        }

        /// Where the field lines begin.
        var lines: UnsafeMutablePointer<UInt8> { version + 8 + (isBare ? 1 : 2) }
    }

    /// Reads the lines once the target is known and the request has begun with it.
    func readLines(after target: UnsafePointer<CChar>) {
        headState = .refused(.badTarget)
        linesStart = nil
        headEnd = nil
        lacksDescriptor = false
        let first = firstHead
        firstHead = nil
        guard let line = RequestLine(target: target, first: first) else { return }
        if let first {
            pool = UnsafePointer(line.lines) - first.lead
            // The library and protocol detection must agree on where the line is.
            guard pool == UnsafePointer(line.target) - first.target else { return pool = nil }
        }
        guard let pool else { return }
        linesStart = UnsafePointer(line.lines)
        request.minorVersion = line.version[7] == UInt8(ascii: "0") ? 0 : 1
        request.setMethod(method(before: line.target, pool))
        // For the first request, the pool has arbitrary bytes after those that have come. For later ones it has zeros,
        // in which no line ends: the library clears the pool between two requests.
        let limit = (first?.count ?? LibraryDaemon.poolSize) - (UnsafePointer(line.lines) - pool)
        let lines = FieldLines(start: line.lines, limit: limit)
        let reading = lines.read(into: request)
        if reading.count != nil {
            judge(reading, lines, of: line)
            let body = framing.contentLength ?? 0
            if refusal != nil {
                if limit >= 2 { lines.cutOff() }
            } else if isForOwnReader(body), keepSocket(mayUseReserve: true) {
                request.removeFields()
                handOver(line, mayBeWhole: false)
                // The library has no room for them.
                if limit >= 2 { lines.cutOff() }
            } else if isForOwnReader(min(body, Self.leastForBody)) {
                lacksDescriptor = true
                if limit >= 2 { lines.cutOff() }
            } else {
                if reading.hasTrailingBlanks { lines.moveTrailingBlanks() }
                if reading.hasCookies { lines.hideCookies() }
            }
        } else {
            request.removeFields()
            // 1.0 leaves the same bytes for a line that ends in CRLF and for one that ends in a bare LF with an empty
            // line after it. The latter is a whole head.
            let mayBeWhole = !line.isBare && LibraryDaemon.byteAfterCR != 0 && lines.start[0] == 0
            if mayBeWhole { judge(FieldLines.Reading(count: 0), lines, of: line) }
            handOver(line, mayBeWhole: mayBeWhole)
        }
    }

    /// The library saw the end of the head right after the request line: what seemed to be its field lines are not.
    func withoutLines() -> RequestProblem? {
        request.removeFields()
        headEnd = linesStart
        headState = .sound
        return problem(of: FieldLines.Reading())
    }

    /// The answer that refuses the head; nil if it is not refused.
    var refusal: WireScript? {
        switch headState {
        case .refused(let problem): BuiltInReplies.script(for: problem)
        case .tooLarge: BuiltInReplies.headTooLarge
        case .sound: nil
        }
    }

    /// Whether our own reader is to read the current request, whose head is sound, with so much of its body at once. One
    /// that is chunked leaves later.
    private func isForOwnReader(_ body: Int) -> Bool {
        guard let headEnd, let pool, !framing.isChunked else { return false }
        return isFollowed || !LibraryDaemon.takes(requestOf: headEnd - pool + body, fields: request.fieldCount)
    }

    /// Where there is no descriptor for another reader, the library reads a longer body in pieces.
    private static let leastForBody = 512

    private func judge(_ reading: FieldLines.Reading, _ lines: FieldLines, of line: RequestLine) {
        let count = reading.count ?? 0
        headEnd = UnsafePointer(lines.start) + count
        if let problem = problem(of: reading) {
            headState = .refused(problem)
        } else if daemon.takesHead(of: lines.start - line.target + count, fields: request.fieldCount) {
            headState = .sound
        } else {
            headState = .tooLarge
        }
    }

    /// The method, which is everything between the empty lines before the request line and the blank before the target.
    private func method(
        before target: UnsafePointer<UInt8>, _ pool: UnsafePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        let end = target - 1
        var start = pool
        // The library has ended empty lines with NULs. A CR before anything else belongs to the request line.
        while start < end, start[0] == 0x0A || start[0] == 0 || start[0] == 0x0D && (start[1] == 0x0A || start[1] == 0)
        {
            start += 1
        }
        return UnsafeBufferPointer(start: start, count: end - start)
    }

    // MARK: Checks

    private func problem(of reading: FieldLines.Reading) -> RequestProblem? {
        guard reading.isSound else { return .brokenLine }
        switch RequestFraming.readFields(request, namesAreTokens: reading.namesAreTokens) {
        case .success(let framing):
            self.framing = framing
            return nil
        case .failure(let problem): return problem
        }
    }
}
