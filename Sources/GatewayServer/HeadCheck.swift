internal import HTTP1
public import Wire

/// Judges the heads of requests that did not come over a connection, as this server judges those that do.
public enum HeadCheck {
    /// Why the server would refuse the request before anybody sees it, in words; nil if it would not.
    public static func problem(with request: Request) -> String? {
        for index in 0..<request.fieldCount {
            let value = request.head[request.fieldValue(index)]
            guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                return "a field's value has a control character (RFC 9110, 5.5)"
            }
        }
        switch RequestFraming.read(request) {
        case .failure(let problem): return problem.explanation
        case .success(let framing):
            guard let length = framing.contentLength, length != request.body.count else { return nil }
            return "Content-Length is \(length), and the body has \(request.body.count) bytes"
        }
    }
}
