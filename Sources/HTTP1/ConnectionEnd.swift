public import Wire

/// Whether an answer ends its connection implicitly (RFC 9112, 6.3 and 9.3): by `Connection: close` in its head, or
/// because only the end of the connection marks the end of the body.
public enum ConnectionEnd {
    /// Whether a script ends its connection, explicitly or implicitly, for a client of this version of HTTP.
    public static func follows(_ script: WireScript, minorVersion: Int) -> Bool {
        guard script.ending == .complete else { return true }
        for case .head(let head, let framing, _, _) in script.actions
        where follows(
            head, framing, minorVersion: minorVersion, content: script.hasMadeParts ? nil : script.contentCount)
        {
            return true
        }
        return false
    }

    /// The same for one head.
    ///
    /// - Parameter content: The number of bytes of body that follow; nil if it is not known yet.
    static func follows(
        _ head: ResponseHead, _ framing: Framing, minorVersion: Int, content: @autoclosure () -> Int?
    ) -> Bool {
        if let connection = head.first("connection"), connection.equalsIgnoringCase("close") { return true }
        return switch framing {
        case .close, .written(.close): true
        case .chunked: minorVersion == 0
        case .asGiven: !head.forbidsContent && !tellsLength(head, content())
        case .length, .none, .written(.length), .written(.chunked): false
        }
    }

    /// Whether the head has a Content-Length, and the right one if that is known.
    private static func tellsLength(_ head: ResponseHead, _ content: Int?) -> Bool {
        guard let length = head.first("content-length") else { return false }
        return content.map { length == Array(String($0).utf8) } ?? true
    }
}
