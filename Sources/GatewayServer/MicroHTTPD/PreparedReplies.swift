internal import Wire

/// A shard's prepared replies: bounded, and found by a script's number in one step.
///
/// A direct-mapped cache: if a script replaces another, the other has to be prepared again, which costs less than a
/// table that grows with the number of rules.
struct PreparedReplies {
    private static let bits: UInt64 = 12

    private var entries = [PreparedReply?](repeating: nil, count: 1 << bits)

    /// The prepared reply of a script that was made at load.
    mutating func prepared(_ script: WireScript) -> PreparedReply {
        let place = Self.place(of: script.number)
        if let entry = entries[place], entry.number == script.number { return entry }
        let entry = PreparedReply(script)
        entries[place] = entry
        return entry
    }

    /// Spread by the golden ratio, whatever the step between two numbers: those of a file are as far apart as files were
    /// loaded with it.
    ///
    /// The upper half is that of the load, each of which begins the lower half anew. Eight loads have places of their own; more
    /// would fill the cache with replies of scenarios that are gone.
    static func place(of number: UInt64) -> Int {
        let place = ((number & 0xFFFF_FFFF) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits)
        return Int((place + (((number >> 32) & 7) << (bits - 3))) & ((1 << bits) - 1))
    }
}
