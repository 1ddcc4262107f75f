/// Sizes as scenario files write them, `"10MB"`: always with a unit, decimal (KB) and binary (KiB)
/// kept apart as IEC 80000-13 does.
public enum SizeText {
    public enum Failure: Error, Sendable, Hashable, CaseIterable {
        case missingUnit
        case malformed
        case tooLarge

        /// The message for a diagnostic.
        public var message: String {
            switch self {
            case .missingUnit: #"a size needs a unit, such as "512B" or "10MB""#
            case .malformed:
                #"not a size: expected a number and B, KB, MB, GB, KiB, MiB or GiB, such as "10MB""#
            case .tooLarge: "a size is at most 4GB"
            }
        }
    }

    /// 4 GB.
    public static let largest = 4_000_000_000

    /// Parses `"512B"`, `"64KB"` (1 KB is 1,000 bytes) or `"1.5MiB"` (1 MiB is 1,048,576 bytes). A fraction of a byte
    /// is malformed.
    public static func bytes(_ text: String) -> Result<Int, Failure> {
        guard let quantity = DecimalQuantity(text) else { return .failure(.malformed) }
        let factor: UInt64
        switch String(decoding: quantity.unit, as: UTF8.self) {
        case "B": factor = 1
        case "KB": factor = 1_000
        case "MB": factor = 1_000_000
        case "GB": factor = 1_000_000_000
        case "KiB": factor = 1 << 10
        case "MiB": factor = 1 << 20
        case "GiB": factor = 1 << 30
        case "": return .failure(.missingUnit)
        default: return .failure(.malformed)
        }
        guard let scaled = quantity.scaled(by: factor, limit: UInt64(largest)) else {
            return .failure(.tooLarge)
        }
        return scaled.isWhole ? .success(Int(scaled.value)) : .failure(.malformed)
    }

    /// Formats a size in the largest binary or decimal unit that leaves it whole, as in `"12KiB"`; `bytes(text(n))` is
    /// n for every n from 0 to `largest`.
    public static func text(_ bytes: Int) -> String {
        let units: [(Int, String)] = [
            (1 << 30, "GiB"), (1_000_000_000, "GB"), (1 << 20, "MiB"), (1_000_000, "MB"), (1 << 10, "KiB"),
            (1_000, "KB"),
        ]
        for (size, unit) in units where bytes > 0 && bytes.isMultiple(of: size) { return "\(bytes / size)\(unit)" }
        return "\(bytes)B"
    }
}
