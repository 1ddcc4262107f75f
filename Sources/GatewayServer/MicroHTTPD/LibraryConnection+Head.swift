internal import CMicroHTTPD
internal import Glibc
internal import HTTP1
internal import Wire

/// A request's head as libmicrohttpd has read it: copied, and checked for what the library gets wrong.
extension LibraryConnection {
    /// The problem with a head that the library has read; nil if it can be answered.
    func problem(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> RequestProblem? {
        switch (strcmp(version, "HTTP/1.1"), strcmp(version, "HTTP/1.0")) {
        case (0, _): request.minorVersion = 1
        case (_, 0): request.minorVersion = 0
        default: return .unknownVersion
        }
        // A method that contains a blank was not read from its beginning.
        guard request.method.count == strlen(method) else { return .badMethod }
        if let problem = RequestFraming.requestLineProblem(request) { return problem }
        switch headState {
        case .unread:
            if let problem = readFields(handle, method) { return problem }
            if !leavesRoomForAnswer(handle) { headState = .tooLarge }
        case .sound(let end):
            let found = UnsafeRawPointer(method) + cmicrohttpd_head_size(handle)
            if found == UnsafeRawPointer(linesStart) { return withoutLines() }
            // If the library saw the head end elsewhere, a line was not what it seemed. `readLines` explains the one
            // byte.
            let left = UnsafeRawPointer(end) - found
            if left != 0, left != 1 { return .brokenLine }
        case .refused, .tooLarge:
            let found = UnsafeRawPointer(method) + cmicrohttpd_head_size(handle)
            guard found == UnsafeRawPointer(linesStart) else { break }
            headState = .unread
            return withoutLines()
        }
        if case .refused(let problem) = headState { return problem }
        return nil
    }

    /// Copies the fields from the library's records, and finds heads that the library has misread.
    private func readFields(_ handle: OpaquePointer, _ method: UnsafePointer<CChar>) -> RequestProblem? {
        var reader = FieldReader(request: .passUnretained(request))
        withUnsafeMutablePointer(to: &reader) { reader in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, fieldSeen, reader)
        }
        if let end = reader.end {
            let head = cmicrohttpd_head_size(handle)
            let left = UnsafePointer(method).advanced(by: head) - end
            // The end of the last line, CRLF or LF, and an empty line.
            if !(2...4).contains(left) { reader.isBroken = true }
        }
        if reader.isBroken || reader.hasBareCR { return .brokenLine }
        switch RequestFraming.readFields(request) {
        case .success(let framing): self.framing = framing
        case .failure(let problem): return problem
        }
        return nil
    }

    /// Whether there is room for the head of the answer, which the library writes into what the request's head has left
    /// of the pool.
    func leavesRoomForAnswer(head: Int) -> Bool {
        let taken = head + request.fieldCount * Self.poolPerField
        return taken + OrdinaryReply.longestHead + 512 <= daemon.poolSize
    }

    private func leavesRoomForAnswer(_ handle: OpaquePointer) -> Bool {
        var taken = cmicrohttpd_head_size(handle)
        if let cookies = request.first(Self.cookieName) {
            // The library also has a copy of the cookies, and a record of each.
            taken +=
                cookies.count + Int(MHD_get_connection_values_n(handle, .COOKIE_KIND, nil, nil)) * Self.poolPerField
        }
        return leavesRoomForAnswer(head: taken)
    }

    static let cookieName = Array("cookie".utf8)
    /// Bytes of libmicrohttpd's record of a field.
    static let poolPerField = 64
}

/// Reads the fields from libmicrohttpd's own copy of the head.
private struct FieldReader {
    let request: Unmanaged<Request>
    /// The end of the last value that was seen. Lines follow each other without a gap: one that is not a line end hides
    /// a NUL, or a line that was joined to the one before it.
    var end: UnsafePointer<CChar>?
    /// The beginning of the first name.
    var start: UnsafePointer<CChar>?
    var isBroken = false

    /// Line ends have been overwritten with NULs: a CR between the first name and the last value is part of one of
    /// them. Used only if the lines follow each other without a gap.
    var hasBareCR: Bool {
        guard let start, let end, start < end else { return false }
        return memchr(start, 0x0D, end - start) != nil
    }
}

private func fieldSeen(
    _ context: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
    _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
    guard let context, let name, let value else { return .YES }
    let reader = context.assumingMemoryBound(to: FieldReader.self)
    if let end = reader.pointee.end {
        if !(1...2).contains(name - end) { reader.pointee.isBroken = true }
    } else {
        reader.pointee.start = name
    }
    reader.pointee.end = value + valueCount
    var count = valueCount
    while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    reader.pointee.request._withUnsafeGuaranteedRef {
        $0.append(
            name: UnsafeBufferPointer(bytes: name, count: nameCount),
            value: UnsafeBufferPointer(bytes: value, count: count))
    }
    return .YES
}

extension UnsafeBufferPointer<UInt8> {
    init(bytes: UnsafePointer<CChar>, count: Int) {
        self.init(start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: count)
    }

    init(cString: UnsafePointer<CChar>) { self.init(bytes: cString, count: strlen(cString)) }
}
