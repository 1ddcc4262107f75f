internal import Bytes
internal import JSONText

/// Warns of path segments in the form of other tools.
extension MatchReader {
    /// `/users/:id`, where `/users/{id}` is meant.
    func warnOfColons(_ bytes: [UInt8], _ node: JSONNode) {
        let segments = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = segments.first(where: { Self.name(in: $0) != nil }) else { return }
        let meant = segments.map { segment in Self.name(in: segment).map { "{\($0.text)}" } ?? segment.text }
        warning(
            sourceRange(first.startIndex, first.endIndex, node), "\"\(first.text)\" stands for itself in a path",
            hint: "a segment of any value is in braces: \"/\(meant.joined(separator: "/").shown)\"")
    }

    /// The name behind the colon of a segment.
    private static func name(in segment: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard segment.first == UInt8(ascii: ":"), segment.count > 1 else { return nil }
        let name = segment.dropFirst()
        return name.allSatisfy { PercentCoding.isUnreserved($0) } ? name : nil
    }
}
