/// Durations as scenario files write them, `"250ms"`: always with a unit, so that a number alone cannot be misread.
public enum DurationText {
    public enum Failure: Error, Sendable, Hashable, CaseIterable {
        case missingUnit
        case malformed
        case tooLong

        /// The message for a diagnostic.
        public var message: String {
            switch self {
            case .missingUnit: #"a duration needs a unit, such as "250ms" or "2s""#
            case .malformed: #"not a duration: expected a number and us, ms, s, m or h, such as "250ms""#
            case .tooLong: "a duration is at most 24 hours"
            }
        }
    }

    /// 24 hours.
    public static let longest: UInt64 = 86_400_000_000_000

    /// Parses `"500us"`, `"250ms"`, `"1.5s"`, `"1m"` or `"1h"`; fractions of a nanosecond are dropped.
    public static func nanoseconds(_ text: String) -> Result<UInt64, Failure> {
        guard let quantity = DecimalQuantity(text) else { return .failure(.malformed) }
        let factor: UInt64
        switch String(decoding: quantity.unit, as: UTF8.self) {
        case "us": factor = 1_000
        case "ms": factor = 1_000_000
        case "s": factor = 1_000_000_000
        case "m": factor = 60_000_000_000
        case "h": factor = 3_600_000_000_000
        case "": return .failure(.missingUnit)
        default: return .failure(.malformed)
        }
        guard let scaled = quantity.scaled(by: factor, limit: longest) else {
            return .failure(.tooLong)
        }
        return .success(scaled.value)
    }
}
