public import Wire

/// So many requests in each window of time; the others get an answer of their own and are no hits.
public struct RateLimit: Sendable {
    public let allow: UInt64
    /// How long a window is, which opens with its first request.
    public let per: Nanoseconds
    /// What requests over the limit get, as a rule of one step. Its draws are counted apart.
    public let then: CompiledRule
}
