/// The rules for names of scenarios: they are part of URLs and host names, so they are narrow.
public enum ScenarioName {
    /// Whether each segment has only `[a-z0-9._-]`, and nowhere `--`, which is what `/` becomes in host
    /// names and control paths; nor can a `-` begin or end one, which would make another of it (`a-/b`).
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
