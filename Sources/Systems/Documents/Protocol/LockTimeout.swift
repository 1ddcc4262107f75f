internal import Wire

/// How long a lock is asked for (RFC 4918, 10.7).
enum LockTimeout {
    /// A week: what a client that went away can keep others from at most.
    static let maximum = 604_800

    /// The first of its wishes that can be understood, at most a week; nil for ever, which is also what one gets who
    /// asks for nothing.
    static func seconds(_ field: ArraySlice<UInt8>?) -> Int? {
        for alternative in (field ?? []).split(separator: UInt8(ascii: ",")) {
            let alternative = alternative.trimmingSpaces()
            if alternative.equalsIgnoringCase("infinite") { return nil }
            guard alternative.prefix(7).equalsIgnoringCase("second-"), let seconds = number(alternative.dropFirst(7))
            else {
                continue
            }
            return seconds
        }
        return nil
    }

    /// Digits and nothing else, between a second and a week.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = min(value * 10 + Int(digit - 0x30), maximum)
        }
        return max(value, 1)
    }
}
