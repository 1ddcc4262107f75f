public import Wire

/// Which answers end their connection, though nobody asked for that (RFC 9112, 6.3 and 9.3): where they say so in their
/// head, and where nothing but the end of the connection tells the end of the body.
public enum ConnectionEnd {
    /// Whether a script ends its connection towards a client of this version, or is asked to.
    public static func follows(_ script: WireScript, minorVersion: Int) -> Bool {
        guard script.ending == .complete else { return true }
        for case .head(let head, let framing, _, _) in script.actions
        where follows(head, framing, minorVersion: minorVersion, content: script.contentCount) {
            return true
        }
        return false
    }

    /// The same of one head; `content` is how many bytes of body follow it, nil where nobody knows yet.
    static func follows(
        _ head: ResponseHead, _ framing: Framing, minorVersion: Int, content: @autoclosure () -> Int?
    ) -> Bool {
        if let connection = head.first("connection"), connection.equalsIgnoringCase("close") { return true }
        return switch framing {
        case .close: true
        case .chunked: minorVersion == 0
        case .asGiven: !head.forbidsContent && !tellsLength(head, content())
        case .length, .none: false
        }
    }

    /// Whether a head has a length, and the right one where that is known.
    private static func tellsLength(_ head: ResponseHead, _ content: Int?) -> Bool {
        guard let length = head.first("content-length") else { return false }
        return content.map { length == Array(String($0).utf8) } ?? true
    }
}
