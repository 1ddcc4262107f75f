internal import CPCRE2
internal import Glibc

/// Counts the steps of one match, and ends it where it takes too many.
///
/// PCRE2 calls out in front of each part of the pattern, again each time it comes back to one, and at the end. What a
/// part looked at shows in how far the match has come since. Memory counts too: it grows with the places to come back to.
struct StepCount {
    private(set) var left: Int
    private let costs: PatternCosts
    private let frame: Int
    private var position = 0
    /// The most memory that PCRE2 had in one piece.
    private var largest = 0

    /// Of a match, however short.
    private static let least = 8
    /// Memory that is used for the first time takes longer than what is done in it.
    private static let bytesOfMemoryPerStep = 32
    /// What PCRE2 begins with is at hand.
    private static let freeMemory = 64 << 10
    /// Steps for a byte that is no UTF-8: PCRE2 begins anew behind it.
    private static let bytesThatPartPerStep = 4
    /// Groups around a call that are gone through in a step.
    private static let groupsPerStep = 8

    init(_ costs: PatternCosts, _ subject: UnsafeBufferPointer<UInt8>, steps: Int) {
        self.costs = costs
        frame = costs.frame
        left = steps - Self.least - subject.count / costs.bytesPerStepBefore
        guard left > 0 else { return }
        let foreign = subject.count { $0 >= 0x80 }
        if foreign > 0, !Self.isUTF8(subject) { left -= foreign / Self.bytesThatPartPerStep }
    }

    private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        (try? UTF8Span(validating: bytes.span)) != nil
    }

    /// "A negative value … the match is abandoned".
    static func callout(
        _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ data: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let block, let data else { return 0 }
        return data.assumingMemoryBound(to: StepCount.self).pointee.spend(block) ? 0 : PCRE2_ERROR_CALLOUT
    }

    /// Memory for PCRE2; none where that would be too much, which ends the match.
    static func allocate(_ size: Int, _ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if size > freeMemory, let count = data?.assumingMemoryBound(to: StepCount.self) {
            // PCRE2 moves its frames to twice the room: what is new in it is paid for.
            count.pointee.left -= max(0, size - count.pointee.largest) / bytesOfMemoryPerStep
            count.pointee.largest = max(count.pointee.largest, size)
            if count.pointee.left <= 0 { return nil }
        }
        return malloc(size)
    }

    private mutating func spend(_ block: UnsafeMutablePointer<pcre2_callout_block_8>) -> Bool {
        let now = block.pointee.current_position
        left -= costs.part
        // How the search comes to its next place was paid for before.
        if now > position, now != block.pointee.start_match {
            left -= (now - position) * costs.width / PatternCosts.bytesPerStep
        }
        position = now
        if !costs.unseen.isEmpty { spend(costs.unseen[block.pointee.pattern_position], block) }
        return left > 0
    }

    /// Pays for what no callout tells of.
    private mutating func spend(
        _ unseen: PatternCosts.Unseen, _ block: UnsafeMutablePointer<pcre2_callout_block_8>
    ) {
        let rest = block.pointee.subject_length - block.pointee.current_position
        if unseen.bytes > 0 { left -= min(unseen.bytes, (rest + 1) * costs.width) / PatternCosts.bytesPerStep }
        if unseen.back > 0 {
            left -= min(unseen.back, position) * unseen.alternatives / PatternCosts.bytesPerStep
        }
        if unseen.groups > 0 {
            left -= min(Self.longestGroup(block) * unseen.groups, 4 * rest) / PatternCosts.bytesPerStep
        }
        if unseen.called > 0 {
            // Each call goes on in the text, and each is in memory.
            let gone = abs(block.pointee.current_position - block.pointee.start_match) + 1
            left -= min(gone * unseen.called, max(largest, Self.freeMemory) / frame) / Self.groupsPerStep
        }
        // The next callout may come only behind all the rest.
        if unseen.isEndless, left <= rest * costs.width / PatternCosts.bytesPerStep { left = 0 }
    }

    private static func longestGroup(_ block: UnsafeMutablePointer<pcre2_callout_block_8>) -> Int {
        var longest = 0
        for group in 1..<max(1, Int(block.pointee.capture_top)) {
            let (start, end) = (block.pointee.offset_vector[2 * group], block.pointee.offset_vector[2 * group + 1])
            if start != Int.unset, end > start { longest = max(longest, end - start) }
        }
        return longest
    }
}

extension Int {
    /// PCRE2_UNSET: a place of a group that took no part.
    fileprivate static let unset = Int(bitPattern: UInt.max)
}
