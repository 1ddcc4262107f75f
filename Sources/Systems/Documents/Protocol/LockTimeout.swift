internal import Wire

/// The Timeout of a lock request (RFC 4918, 10.7).
enum LockTimeout {
    /// The longest finite lock, a week in seconds; longer requests are shortened to it.
    static let maximum = 604_800

    /// The first alternative that can be read, at most a week; nil for an infinite lock, which is also the default.
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

    /// Reads digits only; the result is between a second and a week.
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
