/// Validity of scenario names. They are part of URLs and host names.
public enum ScenarioName {
    /// Whether each segment has only `[a-z0-9._-]`. `--` is excluded because it stands for `/` in host names and
    /// control paths, and a `-` at the start or end of a segment because it would make that ambiguous (`a-/b`).
    public static func isValid(_ name: String) -> Bool {
        !name.isEmpty && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy(isSegment)
    }

    private static func isSegment(_ segment: Substring) -> Bool {
        guard !segment.isEmpty, segment != ".", segment != ".." else { return false }
        var last = UInt8(ascii: "-")
        for byte in segment.utf8 {
            switch byte {
            case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "_"): break
            case UInt8(ascii: "-"): if last == byte { return false }
            default: return false
            }
            last = byte
        }
        return last != UInt8(ascii: "-")
    }
}
