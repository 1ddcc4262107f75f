internal import CPCRE2
internal import Glibc
public import Scenario

/// Regular expressions as PCRE2 has them, with a count of the steps that a match takes.
///
/// Subjects are bytes of the wire: what is not UTF-8 in them matches nothing, and harms nothing.
public struct PCRE2Compiler: PatternCompiler {
    public init() {}

    public func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> {
        PCRE2Code.compile(pattern, ignoreCase: ignoreCase).map { $0 }
    }
}

/// Owns a compiled expression.
///
/// Unchecked: "The compiled form … is read-only and can be used by several threads at once"; a match's own data is
/// made for each match.
private final class PCRE2Code: Pattern, @unchecked Sendable {
    private let code: OpaquePointer
    private let costs: PatternCosts

    static func compile(_ pattern: String, ignoreCase: Bool) -> Result<PCRE2Code, PatternError> {
        // Callouts are how steps are counted.
        let options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_AUTO_CALLOUT | (ignoreCase ? PCRE2_CASELESS : 0)
        let bytes = Array(pattern.utf8)
        var error: Int32 = 0
        var offset = 0
        guard let code = pcre2_compile_8(bytes, bytes.count, UInt32(options), &error, &offset, nil) else {
            return .failure(PatternError(words(error), offset: offset))
        }
        return .success(PCRE2Code(code, PatternCosts(code, bytes)))
    }

    private static func words(_ code: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }

    private init(_ code: OpaquePointer, _ costs: PatternCosts) {
        self.code = code
        self.costs = costs
    }

    deinit { pcre2_code_free_8(code) }

    func matchesWhole(_ bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
        match(bytes, UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED), mustBeWhole: true, &steps)
    }

    func found(in bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
        match(bytes, 0, mustBeWhole: false, &steps)
    }

    private func match(
        _ bytes: ArraySlice<UInt8>, _ options: UInt32, mustBeWhole: Bool, _ steps: inout Int
    ) -> PatternOutcome {
        var count = StepCount(costs, subject: bytes.count, steps: steps)
        defer { steps = max(0, count.left) }
        guard count.left > 0 else { return .overLimit }
        return withUnsafeMutablePointer(to: &count) { count in
            // A pattern that cannot be judged is over the limit: as no match it would match inside of "not".
            guard
                let memory = pcre2_general_context_create_8(
                    { StepCount.allocate($0, $1) }, { memory, _ in free(memory) }, count)
            else { return .overLimit }
            let data = pcre2_match_data_create_8(1, memory)
            let context = pcre2_match_context_create_8(memory)
            defer {
                pcre2_match_context_free_8(context)
                pcre2_match_data_free_8(data)
                pcre2_general_context_free_8(memory)
            }
            guard let data, let context else { return .overLimit }
            pcre2_set_callout_8(context, { StepCount.callout($0, $1) }, count)
            // PCRE2's own limits begin anew at every place where a search begins: behind the callouts they come second.
            let limit = UInt32(clamping: 4 * count.pointee.left)
            pcre2_set_match_limit_8(context, limit)
            pcre2_set_depth_limit_8(context, limit)
            let result = bytes.withUnsafeBufferPointer { buffer in
                // "The subject may be NULL only where its length is zero" since 10.43; a pointer serves all versions.
                withUnsafePointer(to: UInt8(0)) { nothing in
                    pcre2_match_8(code, buffer.baseAddress ?? nothing, buffer.count, 0, options, data, context)
                }
            }
            switch result {
            case 0...:
                // Bytes that are no UTF-8 part a subject in pieces, and an anchor holds at the ends of each of them.
                let isWhole = pcre2_get_startchar_8(data) == 0 && pcre2_get_ovector_pointer_8(data)[1] == bytes.count
                return isWhole || !mustBeWhole ? .matched : .unmatched
            case PCRE2_ERROR_NOMATCH: return .unmatched
            // A limit, or an error such as a recursion that goes nowhere.
            default: return .overLimit
            }
        }
    }
}

/// What the parts of a pattern cost, in steps. A step is what PCRE2 does in some 25 ns.
private struct PatternCosts {
    /// Of each try of a part: more where there are many groups, whose places are copied.
    let part: Int
    /// By the place in the pattern: the bytes that a part may look at before it fails, of which no callout tells. Empty
    /// where all of them are few.
    let unseen: [Int]

    /// `unseen` of a back reference: as many bytes as the longest group has.
    static let longestGroup = -1
    /// Parts that look at fewer bytes are as good as any.
    private static let few = 64

    init(_ code: OpaquePointer, _ pattern: [UInt8]) {
        var frame = 0
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_FRAMESIZE), &frame)
        part = 1 + frame / 512
        var lookbehind: UInt32 = 0
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_MAXLOOKBEHIND), &lookbehind)
        var reading = Reading(pattern: pattern, lookbehind: Int(lookbehind))
        withUnsafeMutablePointer(to: &reading) { reading in
            _ = pcre2_callout_enumerate_8(
                code,
                { block, data in
                    guard let block, let data else { return 0 }
                    let start = block.pointee.pattern_position
                    data.assumingMemoryBound(to: Reading.self).pointee
                        .add(start..<(start + block.pointee.next_item_length))
                    return 0
                }, reading)
        }
        unseen = reading.unseen
    }

    /// Goes through the parts of a pattern as PCRE2 tells them apart.
    private struct Reading {
        let pattern: [UInt8]
        let lookbehind: Int
        var unseen: [Int] = []

        mutating func add(_ place: Range<Int>) {
            guard place.upperBound <= pattern.count else { return }
            let part = pattern[place]
            let bytes: Int
            if Self.isBackReference(part) {
                bytes = PatternCosts.longestGroup
            } else {
                let isLookbehind = part.starts(with: "(?<=".utf8) || part.starts(with: "(?<!".utf8)
                bytes = max(Self.repeats(part), isLookbehind ? lookbehind : 0)
                if bytes < PatternCosts.few { return }
            }
            if unseen.isEmpty { unseen = Array(repeating: 0, count: pattern.count + 1) }
            unseen[place.lowerBound] = bytes
        }

        /// `\1`, `\g{1}`, `\k<name>`, `(?P=name)`; a call of a group that looks like one does no harm.
        private static func isBackReference(_ part: ArraySlice<UInt8>) -> Bool {
            if part.starts(with: "(?P=".utf8) { return true }
            guard part.first == UInt8(ascii: "\\"), let next = part.dropFirst().first else { return false }
            return next == UInt8(ascii: "g") || next == UInt8(ascii: "k") || (0x31...0x39).contains(next)
        }

        /// The largest number that begins a repeat, as in `a{500,}`, and not in `\x{500}`.
        private static func repeats(_ part: ArraySlice<UInt8>) -> Int {
            var largest = 0
            for place in part.indices where part[place] == UInt8(ascii: "{") {
                let before = part[..<place].suffix(2)
                if before.first == UInt8(ascii: "\\"), let letter = before.last, "xoNupP".utf8.contains(letter) {
                    continue
                }
                let text = part[(place + 1)...].drop { $0 == UInt8(ascii: " ") }
                let digits = text.prefix { (0x30...0x39).contains($0) }.prefix(6)
                largest = max(largest, digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
            }
            return largest
        }
    }
}

/// Counts the steps of one match, and ends it where it takes too many.
///
/// PCRE2 calls out in front of each part of the pattern, again each time it comes back to one, and at the end. What a
/// part looked at shows in how far the match has come since. Memory counts too: it grows with the places to come back to.
private struct StepCount {
    private(set) var left: Int
    private let costs: PatternCosts
    private var position = 0
    /// The most memory that PCRE2 had in one piece.
    private var largest = 0

    /// Bytes that are gone through in the time of a step: by a part of a pattern, and before there is one to try.
    private static let bytesPerStep = 8
    private static let bytesPerStepBefore = 32
    /// Of a match, however short.
    private static let least = 8
    /// Memory that is used for the first time takes longer than what is done in it.
    private static let bytesOfMemoryPerStep = 32
    /// What PCRE2 begins with is at hand.
    private static let freeMemory = 64 << 10

    init(_ costs: PatternCosts, subject: Int, steps: Int) {
        self.costs = costs
        left = steps - Self.least - subject / Self.bytesPerStepBefore
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
        if now > position, now != block.pointee.start_match { left -= (now - position) / Self.bytesPerStep }
        position = now
        if !costs.unseen.isEmpty { left -= unseen(block) / Self.bytesPerStep }
        return left > 0
    }

    private func unseen(_ block: UnsafeMutablePointer<pcre2_callout_block_8>) -> Int {
        let bytes = costs.unseen[block.pointee.pattern_position]
        guard bytes == PatternCosts.longestGroup else { return min(bytes, block.pointee.subject_length) }
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
