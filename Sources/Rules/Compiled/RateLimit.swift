public import Wire

/// A number of requests in each window of time. Requests over the limit get an answer of their own and do not count as
/// hits.
public struct RateLimit: Sendable {
    public let allow: UInt64
    /// Length of a window, which starts with its first request.
    public let per: Nanoseconds
    /// Answer to requests over the limit, as a rule of one step. Its draws have a count of their own.
    public let then: CompiledRule

    public init(allow: UInt64, per: Nanoseconds, then: CompiledRule) {
        self.allow = allow
        self.per = per
        self.then = then
    }
}
