internal import Bytes
internal import Wire

/// Spellings of a session's name as one path segment or host label, where `--` stands for the `/` of a scenario's name.
enum ScenarioAddress {
    /// In control paths the `/` may also be `%2F`. The key stays encoded.
    static func name(fromControlPath segment: String) -> [UInt8] {
        let segment = Array(segment.utf8)
        let parts = SessionName(segment, segment.indices)
        let name = withSlashes(PercentCoding.decode(segment[parts.scenario]))
        // A decoded `%` or `~` is none of a scenario's name, and must not be read as one again.
        guard !name.contains(UInt8(ascii: "%")), !name.contains(UInt8(ascii: "~")) else { return segment }
        return name + tail(segment, parts.key)
    }

    /// In hosts, ignoring case: what a client makes of a host has none.
    static func name(fromHost host: ArraySlice<UInt8>) -> [UInt8] {
        let host = host.map(\.asciiLowercased)
        let parts = SessionName(host, host.indices)
        return withSlashes(Array(host[parts.scenario])) + tail(host, parts.key)
    }

    private static func tail(_ segment: [UInt8], _ key: Range<Int>?) -> [UInt8] {
        key.map { [UInt8(ascii: "~")] + segment[$0] } ?? []
    }

    private static func withSlashes(_ segment: [UInt8]) -> [UInt8] {
        var name: [UInt8] = []
        var rest = segment[...]
        while let byte = rest.first {
            let isSlash = rest.starts(with: "--".utf8)
            name.append(isSlash ? UInt8(ascii: "/") : byte)
            rest = rest.dropFirst(isSlash ? 2 : 1)
        }
        return name
    }

    /// The name of a session in a control path. Keys are encoded in it already.
    static func controlPath(of name: String) -> String {
        name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "--")
    }
}
