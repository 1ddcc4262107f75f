internal import CPCRE2
internal import Glibc

/// Counts the steps of one match, and aborts it at the limit.
///
/// PCRE2 calls out before each item of the pattern, again each time it backtracks to one, and at the end. The bytes
/// that an item scanned follow from the progress since. Memory counts too, as it grows with the backtracking points.
struct StepCount {
    private(set) var left: Int
    private let costs: PatternCosts
    private let frame: Int
    /// The whole subject: callouts report only the length of its first piece if bytes that are not UTF-8 split it.
    private let subject: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Largest block of memory that PCRE2 asked for.
    private var largest = 0

    /// Steps of every match, however short: PCRE2 is set up for it, and a request may be compared with thousands.
    private static let least = 16
    /// Touching new memory takes longer than the work done in it.
    private static let bytesOfMemoryPerStep = 32
    /// PCRE2's initial memory costs nothing.
    private static let freeMemory = 64 << 10
    /// Non-ASCII bytes for each step, in a subject that is not UTF-8: PCRE2 starts again after each invalid byte.
    private static let foreignBytesPerStep = 4
    /// Enclosing groups of a subroutine call that are visited in a step.
    private static let groupsPerStep = 8

    init(_ costs: PatternCosts, _ subject: UnsafeBufferPointer<UInt8>, steps: Int) {
        self.costs = costs
        frame = costs.frame
        self.subject = subject
        left = steps - Self.least - subject.count / costs.bytesPerStepBefore
        guard left > 0 else { return }
        let foreign = Self.countOfForeignBytes(subject)
        if foreign > 0, !Self.isUTF8(subject) { left -= foreign / Self.foreignBytesPerStep }
    }

    /// Counts bytes that are not ASCII, eight at a time.
    private static func countOfForeignBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var count = 0
        var place = 0
        while place + 8 <= raw.count {
            count += (raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080).nonzeroBitCount
            place += 8
        }
        for byte in raw[place...] where byte >= 0x80 { count += 1 }
        return count
    }

    private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        (try? UTF8Span(validating: bytes.span)) != nil
    }

    /// "A negative value … the match is abandoned", with a positive one "matching fails at the current point".
    static func callout(
        _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ data: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let block, let data else { return 0 }
        let count = data.assumingMemoryBound(to: StepCount.self)
        guard count.pointee.spend(block) else { return PCRE2_ERROR_CALLOUT }
        return count.pointee.mayBegin(block) ? 0 : 1
    }

    /// Memory for PCRE2; nil beyond the limit, which ends the match.
    static func allocate(_ size: Int, _ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if size > freeMemory, let count = data?.assumingMemoryBound(to: StepCount.self) {
            // PCRE2 doubles its frames; the new half is counted.
            count.pointee.left -= max(0, size - count.pointee.largest) / bytesOfMemoryPerStep
            count.pointee.largest = max(count.pointee.largest, size)
            if count.pointee.left <= 0 { return nil }
        }
        return malloc(size)
    }

    private mutating func spend(_ block: UnsafeMutablePointer<pcre2_callout_block_8>) -> Bool {
        let now = block.pointee.current_position
        left -= costs.part
        // The scan to the next start position was counted before.
        if now > position, now != block.pointee.start_match {
            left -= (now - position) * costs.width / PatternCosts.bytesPerStep
        }
        position = now
        if !costs.unseen.isEmpty { spend(costs.unseen[block.pointee.pattern_position], block) }
        return left > 0
    }

    /// Whether the text has the pattern's literal prefix at that position; true at later items.
    private func mayBegin(_ block: UnsafeMutablePointer<pcre2_callout_block_8>) -> Bool {
        let beginning = costs.beginning
        guard !beginning.isEmpty, block.pointee.pattern_position == costs.beginningPlace else { return true }
        let place = block.pointee.current_position
        guard subject.count - place >= beginning.count, let text = subject.baseAddress else { return false }
        return memcmp(text + place, beginning, beginning.count) == 0
    }

    /// Counts the costs that callouts do not show.
    private mutating func spend(
        _ unseen: PatternCosts.Unseen, _ block: UnsafeMutablePointer<pcre2_callout_block_8>
    ) {
        let rest = subject.count - block.pointee.current_position
        if unseen.bytes > 0 { left -= min(unseen.bytes, (rest + 1) * costs.width) / PatternCosts.bytesPerStep }
        if unseen.back > 0 {
            left -= min(unseen.back, position) * unseen.alternatives / PatternCosts.bytesPerStep
        }
        if unseen.groups > 0 {
            left -= min(Self.longestGroup(block) * unseen.groups, 4 * rest) / PatternCosts.bytesPerStep
        }
        if unseen.called > 0 {
            // Each subroutine call advances in the text and takes memory.
            let gone = abs(block.pointee.current_position - block.pointee.start_match) + 1
            left -= min(gone * unseen.called, max(largest, Self.freeMemory) / frame) / Self.groupsPerStep
        }
        // The next callout may come only after the rest of the text was scanned.
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
    /// PCRE2_UNSET: offset of a group that did not participate.
    fileprivate static let unset = Int(bitPattern: UInt.max)
}
