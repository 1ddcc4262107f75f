internal import Wire

/// Objections shared by several failures.
extension Failure.Objection {
    /// `after` must be less than the size of the body.
    static func insideBody(_ arguments: Arguments, _ reply: Reply) -> Self? {
        if case .percent(100)? = arguments.position("after") {
            return Self("\"after\" must be less than 100%: nothing of the body would be missing", of: "after")
        }
        return less("after", arguments, than: reply.contentCount, "body")
    }

    /// A parameter must be less than a number of bytes.
    static func less(_ name: String, _ arguments: Arguments, than count: Int, _ what: String) -> Self? {
        guard let given = arguments.count(name), given >= count else { return nil }
        return Self("\"\(name)\" must be less than the \(count) bytes of the \(what)", of: name)
    }
}
