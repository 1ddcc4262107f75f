/// Rules that the index cannot tell apart: a range of its order.
struct RuleBucket: Sendable {
    /// Literal segments of a template that are indexed; also the most prefixes that a request looks up.
    static let maximumDepth = 8
    /// A bucket with more rules than this is divided: by the system's field, or by tables.
    static let splitThreshold = 8
    /// At most this many rules are compared to find the nearest one for a near miss.
    static let candidateLimit = 1000

    var start: UInt32 = 0
    var count: UInt32 = 0
    /// Index in the index's `tables` of the tables of this bucket; negative if there are none.
    var tables: Int32 = -1
}
