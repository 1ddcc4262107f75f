internal import Wire

/// Objections that several failures share.
extension Failure.Objection {
    /// Behind the last byte of a body is not in the middle of it.
    static func insideBody(_ arguments: Arguments, _ reply: Reply) -> Self? {
        less("after", arguments, than: reply.contentCount, "body")
    }

    /// A number of bytes that must be less than there are.
    static func less(_ name: String, _ arguments: Arguments, than count: Int, _ what: String) -> Self? {
        guard let given = arguments.count(name), given >= count else { return nil }
        return Self("\"\(name)\" must be less than the \(count) bytes of the \(what)", of: name)
    }
}
