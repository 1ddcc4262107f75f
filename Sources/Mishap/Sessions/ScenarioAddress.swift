internal import Bytes
internal import Wire

/// Spellings of a scenario's name as one path segment or host label.
enum ScenarioAddress {
    /// In control paths `--` stands for `/`. Keys are unchanged.
    static func name(fromControlPath segment: String) -> String {
        name(fromSegment: Array(segment.utf8)[...]).text
    }

    /// In hosts likewise, ignoring case. Keys are unchanged.
    static func name(fromHost host: ArraySlice<UInt8>) -> [UInt8] {
        let name = host.prefix { $0 != UInt8(ascii: "~") }
        return self.name(fromSegment: name.map(\.asciiLowercased) + host[name.endIndex...])
    }

    private static func name(fromSegment segment: some Collection<UInt8>) -> [UInt8] {
        var name: [UInt8] = []
        var rest = Array(segment)[...]
        while let byte = rest.first, byte != UInt8(ascii: "~") {
            if rest.starts(with: "--".utf8) {
                name.append(UInt8(ascii: "/"))
                rest = rest.dropFirst(2)
            } else {
                name.append(byte)
                rest = rest.dropFirst()
            }
        }
        return name + rest
    }

    static func controlPath(of name: String) -> String {
        name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "--")
    }
}
