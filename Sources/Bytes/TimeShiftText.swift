/// An offset from now as scenario files write it, `"30s"` or `"7d"`: like a duration, but also in days, and as long as
/// tokens, cookies and certificates are valid.
public enum TimeShiftText {
    public enum Failure: Error, Sendable, Hashable, CaseIterable {
        case missingUnit
        case malformed
        case tooLong
        case tooShort

        /// The message for a diagnostic.
        public var message: String {
            switch self {
            case .missingUnit: #"what is added to a time needs a unit, such as "30s" or "7d""#
            case .malformed: #"not a span of time: expected a number and ms, s, m, h or d, such as "30s""#
            case .tooLong: "a time is shifted by 3650 days at most"
            case .tooShort: "a time is shifted by 1ms at least"
            }
        }
    }

    /// 3650 days, which is about ten years.
    public static let longest: UInt64 = 315_360_000_000

    /// Parses `"250ms"`, `"1.5s"`, `"1m"`, `"1h"` or `"30d"`; fractions of a millisecond are dropped.
    public static func milliseconds(_ text: String) -> Result<Int64, Failure> {
        guard let quantity = DecimalQuantity(text) else { return .failure(.malformed) }
        let factor: UInt64
        switch String(decoding: quantity.unit, as: UTF8.self) {
        case "ms": factor = 1
        case "s": factor = 1_000
        case "m": factor = 60_000
        case "h": factor = 3_600_000
        case "d": factor = 86_400_000
        case "us": return .failure(.tooShort)
        case "": return .failure(.missingUnit)
        default: return .failure(.malformed)
        }
        guard let scaled = quantity.scaled(by: factor, limit: longest) else { return .failure(.tooLong) }
        return scaled.value == 0 ? .failure(.tooShort) : .success(Int64(scaled.value))
    }
}
