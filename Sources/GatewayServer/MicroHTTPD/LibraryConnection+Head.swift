internal import CMicroHTTPD
internal import Glibc
internal import HTTP1
internal import Wire

/// A request's head as libmicrohttpd has it: copied, and looked over for what it cannot be trusted with.
extension LibraryConnection {
    /// What is wrong with a head that the library has read; nil where it can be answered.
    func problem(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> RequestProblem? {
        switch (strcmp(version, "HTTP/1.1"), strcmp(version, "HTTP/1.0")) {
        case (0, _): request.minorVersion = 1
        case (_, 0): request.minorVersion = 0
        default: return .unknownVersion
        }
        // A method with a blank in it was not read to its beginning.
        guard request.method.count == strlen(method) else { return .badMethod }
        if let problem = RequestFraming.requestLineProblem(request) { return problem }
        switch headState {
        case .unread:
            if let problem = readFields(handle, method) { return problem }
            if !leavesRoomForAnswer(handle) { headState = .tooLarge }
        case .sound(let end):
            let found = UnsafeRawPointer(method) + cmicrohttpd_head_size(handle)
            if found == UnsafeRawPointer(linesStart) { return withoutLines() }
            // Where the library saw the end elsewhere, a line was not what it seemed. See `readLines` for the byte.
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

    /// Copies the fields from the library's records, and finds what it cannot be trusted with.
    private func readFields(_ handle: OpaquePointer, _ method: UnsafePointer<CChar>) -> RequestProblem? {
        var reader = FieldReader(request: .passUnretained(request))
        withUnsafeMutablePointer(to: &reader) { reader in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, fieldSeen, reader)
        }
        if let end = reader.end {
            let head = cmicrohttpd_head_size(handle)
            let left = UnsafePointer(method).advanced(by: head) - end
            // CRLF or LF at the end of the last line, and an empty line.
            if !(2...4).contains(left) { reader.isBroken = true }
        }
        if reader.isBroken || reader.hasBareCR { return .brokenLine }
        switch RequestFraming.readFields(request) {
        case .success(let framing): self.framing = framing
        case .failure(let problem): return problem
        }
        return nil
    }

    /// The library writes the head of its answer into what the request's head has left of the pool.
    func leavesRoomForAnswer(head: Int) -> Bool {
        let taken = head + request.fieldCount * Self.poolPerField
        return taken + OrdinaryReply.longestHead + 512 <= daemon.poolSize
    }

    private func leavesRoomForAnswer(_ handle: OpaquePointer) -> Bool {
        var taken = cmicrohttpd_head_size(handle)
        if let cookies = request.first(Self.cookieName) {
            // It has a copy of them too, and a record of each.
            taken +=
                cookies.count + Int(MHD_get_connection_values_n(handle, .COOKIE_KIND, nil, nil)) * Self.poolPerField
        }
        return leavesRoomForAnswer(head: taken)
    }

    static let cookieName = Array("cookie".utf8)
    /// libmicrohttpd's record of a field.
    static let poolPerField = 64
}

/// Takes the fields from libmicrohttpd's own copy of the head.
private struct FieldReader {
    let request: Unmanaged<Request>
    /// Behind the last value that was seen. Lines lie one behind the other: a gap that is no line end hides
    /// a NUL, or a line that was joined to the one before it.
    var end: UnsafePointer<CChar>?
    /// The first name.
    var start: UnsafePointer<CChar>?
    var isBroken = false

    /// Ends of lines are NUL by now: a CR between the first name and the last value is part of one of them. Asked only
    /// where the lines lie one behind the other.
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
