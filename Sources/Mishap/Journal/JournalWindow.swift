/// A copy of one shard's next records of a journal: those that come first and fit into a bound.
struct JournalWindow: Sendable {
    /// Which records are wanted.
    struct Wanted: Sendable {
        enum Order: Sendable {
            /// Records in the order in which their entries ended, by that number.
            case endings
            /// Requests in flight, and records of those that have ended after so many, by their sequence numbers.
            case arrivals(endedAfter: UInt64)
            /// Records of those that have ended after so many, and up to another number, by their sequence numbers.
            case finished(after: UInt64, upTo: UInt64)
        }

        /// Those with a higher number,
        var after: UInt64 = 0
        /// up to this one,
        var upTo: UInt64 = .max
        /// as far as they have no more bytes than this together.
        var size = Int.max
        var order = Order.endings
        /// Whether requests in flight are counted, for which all of the shard are looked at.
        var countsInFlight = true
        /// Only those with a higher sequence number, in whatever order.
        var afterSequence: UInt64 = 0

        /// A block whose highest sequence number is not above this has none.
        var leastSequence: UInt64 { if case .endings = order { afterSequence } else { max(after, afterSequence) } }

        func contains(_ number: UInt64) -> Bool { number > after && number <= upTo }

        /// Whether records that have ended with these numbers may be among them.
        func overlaps(_ lowest: UInt64, _ highest: UInt64) -> Bool {
            switch order {
            case .endings: highest > after && lowest <= upTo
            case .arrivals(let endings): highest > endings
            case .finished(let after, let end): highest > after && lowest <= end
            }
        }

        /// The number of a record in this order; nil if it is not wanted.
        func number(of record: JournalRecord) -> UInt64? {
            let (completion, sequence) = (record.facts.completion, record.facts.sequence)
            guard sequence > afterSequence else { return nil }
            return switch order {
            case .endings: contains(completion) ? completion : nil
            case .arrivals(let endings):
                completion > endings && contains(sequence) ? sequence : nil
            case .finished(let after, let end):
                completion > after && completion <= end && contains(sequence) ? sequence : nil
            }
        }
    }

    /// The records in the order of their numbers, in the encoding of `JournalRecord`.
    var bytes: [UInt8] = []
    /// Number of the first wanted record that does not fit; nil if all are there.
    var next: UInt64?
    /// Requests in flight, whether they are wanted or not.
    var inFlight = 0
    /// Records evicted so far.
    var evicted: UInt64 = 0
}
