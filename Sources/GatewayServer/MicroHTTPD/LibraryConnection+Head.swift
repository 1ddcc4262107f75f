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
        // It was sound before it was cut off.
        if lacksDescriptor { return nil }
        let found = UnsafeRawPointer(method) + cmicrohttpd_head_size(handle)
        switch headState {
        case .sound:
            if found == UnsafeRawPointer(linesStart) { return withoutLines() }
            // If the library saw the head end elsewhere, a line was not what it seemed. `RequestLine` explains the one
            // byte.
            guard let headEnd, (0...1).contains(UnsafeRawPointer(headEnd) - found) else { return .brokenLine }
            return nil
        case .refused, .tooLarge:
            if found == UnsafeRawPointer(linesStart) { return withoutLines() }
            if case .refused(let problem) = headState { return problem }
            return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    init(cString: UnsafePointer<CChar>) {
        self.init(start: UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self), count: strlen(cString))
    }
}
