/// A copy of one shard's next records of a journal: those with the lowest numbers that fit into a bound.
struct JournalWindow: Sendable {
    /// Which records are wanted, by number.
    struct Wanted: Sendable {
        /// Those with a higher number,
        var after: UInt64 = 0
        /// up to this one,
        var upTo: UInt64 = .max
        /// as far as they have no more bytes than this together.
        var size = Int.max

        func contains(_ number: UInt64) -> Bool { number > after && number <= upTo }

        func overlaps(_ lowest: UInt64, _ highest: UInt64) -> Bool { highest > after && lowest <= upTo }
    }

    /// The records in the order of their numbers, in the encoding of `JournalRecord`.
    var bytes: [UInt8] = []
    /// Number of the first wanted record that does not fit; nil if all are there.
    var next: UInt64?
    /// How many records are wanted, whether they fit or not.
    var count = 0
    /// Records evicted so far.
    var evicted: UInt64 = 0
}
