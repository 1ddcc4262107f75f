internal import CPCRE2
internal import Rules

/// Costs of a pattern's items. A step is work that PCRE2 does in about 20 ns.
struct PatternCosts {
    /// Steps for each try of an item; more with many groups, whose positions are copied.
    let part: Int
    /// Bytes of memory for each backtracking point.
    let frame: Int
    /// Cost of each scanned byte, relative to a plain class, of the most expensive item.
    let width: Int
    /// Bytes scanned in a step before the first item is tried.
    let bytesPerStepBefore: Int
    /// Literal characters that the pattern begins with, which are compared at once; PCRE2 would call out for each.
    /// Empty if it begins with something else.
    let beginning: [UInt8]
    /// Whether nothing matches the pattern that does not begin with these: it has no alternatives.
    let mustBegin: Bool
    /// Offset of these in the pattern.
    let beginningPlace: Int
    /// Costs of items that callouts do not show, by offset in the pattern. Empty if there are none.
    let unseen: [Unseen]

    /// Costs that callouts do not show.
    struct Unseen {
        /// Bytes scanned before the item fails, relative to a plain class.
        var bytes = 0
        /// How often it may compare as many bytes as the longest group has.
        var groups = 0
        /// Most characters that each alternative of a lookbehind steps back, and the number of alternatives.
        var back = 0
        var alternatives = 0
        /// Whether it may scan the rest of the text.
        var isEndless = false
        /// Number of groups if it is a subroutine call, for which PCRE2 goes through all enclosing groups.
        var called = 0
    }

    /// Bytes scanned in a step.
    static let bytesPerStep = 16

    /// Fails for patterns whose cost cannot be bounded.
    static func of(_ code: OpaquePointer, _ pattern: [UInt8], ignoreCase: Bool) -> Result<PatternCosts, PatternError> {
        var reading = Reading(code, pattern, ignoreCase)
        reading.read(code)
        if let error = reading.error { return .failure(error) }
        return .success(PatternCosts(code, reading))
    }

    private init(_ code: OpaquePointer, _ reading: Reading) {
        frame = PCRE2Info.value(code, PCRE2_INFO_FRAMESIZE, 0)
        part = 1 + frame / 512
        width = reading.width
        let firstByte: UInt32 = PCRE2Info.value(code, PCRE2_INFO_FIRSTCODETYPE, 0)
        bytesPerStepBefore = firstByte == 1 ? 32 : 16
        beginning = reading.beginning
        mustBegin = !beginning.isEmpty && !reading.pattern.contains(UInt8(ascii: "|"))
        beginningPlace = reading.items.first?.place ?? 0
        unseen = reading.unseen
    }

    /// Reads the items of a pattern in order.
    private struct Reading {
        let pattern: [UInt8]
        let lookbehind: Int
        /// The highest number of a back reference.
        let largestReference: Int
        let hasUnicodeProperties: Bool
        let isFolding: Bool
        var items: [(place: Int, item: PatternItem)] = []
        var unseen: [Unseen] = []
        var width = 1
        var error: PatternError?

        init(_ code: OpaquePointer, _ pattern: [UInt8], _ ignoreCase: Bool) {
            self.pattern = pattern
            let lookbehind: UInt32 = PCRE2Info.value(code, PCRE2_INFO_MAXLOOKBEHIND, 0)
            self.lookbehind = Int(lookbehind)
            let reference: UInt32 = PCRE2Info.value(code, PCRE2_INFO_BACKREFMAX, 0)
            largestReference = Int(reference)
            let options: UInt32 = PCRE2Info.value(code, PCRE2_INFO_ALLOPTIONS, 0)
            hasUnicodeProperties = options & PCRE2_UCP != 0
            isFolding = ignoreCase || Self.setsIgnoreCase(pattern)
        }

        /// Whether the pattern contains an option setting with `i`, such as `(?i)` or `(?s-i:`.
        private static func setsIgnoreCase(_ pattern: [UInt8]) -> Bool {
            pattern.indices.contains { place in
                guard pattern[place...].starts(with: "(?".utf8) else { return false }
                let letters = pattern[(place + 2)...].prefix {
                    $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5E || $0 == 0x2D
                }
                return letters.contains(UInt8(ascii: "i"))
            }
        }

        mutating func read(_ code: OpaquePointer) {
            withUnsafeMutablePointer(to: &self) { reading in
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
            let groups = items.count { $0.item.opensGroup }
            let branches = 1 + items.count { $0.item.isAlternative }
            for (place, item) in items { add(item, at: place, groups: groups, branches: branches) }
        }

        /// A group with a counted quantifier is reported once per repetition.
        private mutating func add(_ place: Range<Int>) {
            guard place.upperBound <= pattern.count, place.lowerBound > items.last?.place ?? -1 else { return }
            items.append((place.lowerBound, PatternItem(pattern[place])))
        }

        /// With several alternatives, that of the first: only this one fails if the text differs.
        var beginning: [UInt8] {
            guard !isFolding else { return [] }
            var bytes: [UInt8] = []
            var end = items.first?.place
            for (place, item) in items {
                guard place == end, let literal = item.literal else { break }
                bytes += literal
                end = place + item.text.count
            }
            return bytes
        }

        private mutating func add(_ item: PatternItem, at place: Int, groups: Int, branches: Int) {
            if let reason = refusal(of: item) { error = error ?? PatternError(reason, offset: place) }
            let width = item.width(isFolding: isFolding, hasUnicodeProperties: hasUnicodeProperties)
            self.width = max(self.width, width)
            var unseen = Unseen()
            let count = item.leastCount
            unseen.bytes = (count >= PatternCosts.few || width > 4 ? max(count, 3) : 0) * width
            if item.isBackReference { unseen.groups = max(count, 1) * (isFolding ? 4 : 1) }
            if item.isLookbehind, lookbehind >= PatternCosts.few {
                (unseen.back, unseen.alternatives) = (lookbehind, branches)
            }
            unseen.isEndless = item.isEndless
            if item.isCall { unseen.called = groups }
            guard
                unseen.bytes > 0 || unseen.groups > 0 || unseen.back > 0 || unseen.isEndless || unseen.called > 0
            else { return }
            if self.unseen.isEmpty { self.unseen = Array(repeating: Unseen(), count: pattern.count + 1) }
            self.unseen[place] = unseen
        }

        private func refusal(of item: PatternItem) -> String? {
            if item.isClusterOfCharacters {
                return #"\X is not supported: PCRE2 takes time for it that has no bound"#
            }
            if item.isScriptRun { return "script runs are not supported: PCRE2 takes time for them that has no bound" }
            if isFolding, item.isRepeatedReference(largest: largestReference) {
                return #"a back reference that ignores case cannot be repeated; put it into a group, as in (?:\1)*"#
            }
            return nil
        }
    }

    /// Items that scan fewer bytes than this cost nothing extra.
    private static let few = 8
}

/// Properties of a compiled pattern, from `pcre2_pattern_info`.
enum PCRE2Info {
    static func value<Value: BitwiseCopyable>(_ code: OpaquePointer, _ what: Int32, _ none: Value) -> Value {
        var value = none
        pcre2_pattern_info_8(code, UInt32(what), &value)
        return value
    }
}
