internal import Wire

/// How much of what a peer sends may be read by now. What was read before that, with a head, is held back as well.
///
/// It knows no clock: times are passed in.
struct PacedReading {
    enum Rule {
        /// So many bytes at a time, from now on.
        case pace(Pace)
        /// So many bytes, then none for a time, then all.
        case pause(after: Int, for: Nanoseconds)
    }

    enum Allowance: Equatable {
        case bytes(Int)
        /// None until then.
        case none(until: Nanoseconds)
        /// Any number, from now on.
        case all
    }

    private static let mostMissed: Nanoseconds = 1_000_000_000

    let rule: Rule
    /// Whether it ends with the current request, or lasts as long as the connection.
    let isOfRequest: Bool
    /// Bytes that were received and may not be read yet.
    private(set) var held: ArraySlice<UInt8>
    /// Bytes that may be read before `next`.
    private var left = 0
    /// How many times bytes have become free.
    private var count = 0
    /// When more of them become free; nil before the first time.
    private var next: Nanoseconds?

    init(_ rule: Rule, isOfRequest: Bool, holding held: [UInt8] = []) {
        self.rule = rule
        self.isOfRequest = isOfRequest
        self.held = held[...]
        if case .pause(let after, _) = rule { left = after }
    }

    mutating func allowance(at now: Nanoseconds) -> Allowance {
        switch rule {
        case .pace(let pace):
            let due = next ?? now
            guard due <= now else { return left > 0 ? .bytes(left) : .none(until: due) }
            // Times that were missed count, so that the pace is that of the whole; but those of a second at most.
            let missed = min((now - due) / pace.interval, Self.mostMissed / pace.interval) + 1
            left += pace.size(ofWrite: count) + pace.bytes * Int(missed - 1)
            count += Int(missed)
            next = max(due + missed * pace.interval, now + 1)
            return .bytes(left)
        case .pause(_, let time):
            if left > 0 { return .bytes(left) }
            let end = next ?? now + time
            next = end
            return now < end ? .none(until: end) : .all
        }
    }

    /// Nothing was there to read: a time in which nothing comes is not made up for.
    mutating func rest(at now: Nanoseconds) {
        guard case .pace(let pace) = rule else { return }
        left = min(left, pace.bytes)
        next = now + pace.interval
    }

    /// So many bytes were read.
    mutating func took(_ bytes: Int) { left -= bytes }

    /// The next of the bytes that are held back.
    mutating func takeHeld(most: Int) -> ArraySlice<UInt8> {
        let taken = held.prefix(most)
        held = held.dropFirst(taken.count)
        left -= taken.count
        return taken
    }
}
