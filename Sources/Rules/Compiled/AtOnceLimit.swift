/// A number of a rule's answers that may be on their way at once. Requests over it get an answer of their own and do not
/// count as hits.
public struct AtOnceLimit: Sendable {
    public let allow: Int
    /// Answer to requests over the limit, as a rule of one step. Its draws have a count of their own.
    public let then: CompiledRule

    public init(allow: Int, then: CompiledRule) {
        self.allow = allow
        self.then = then
    }
}
