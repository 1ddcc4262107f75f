internal import Bytes
internal import Wire

/// How a scenario's name is written where it is one segment of something.
enum ScenarioAddress {
    /// In control paths, `--` stands for the `/` of a name. A key is as it is.
    static func name(fromControlPath segment: String) -> String {
        name(fromSegment: Array(segment.utf8)[...]).text
    }

    /// In hosts as well, whose letters mean the same in upper case. A key is as it is.
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
