/// How a scenario's name is written where it is one segment of something.
enum ScenarioAddress {
    /// In control paths, `--` stands for the `/` of a name.
    static func name(fromControlPath segment: String) -> String {
        var name = ""
        var rest = segment[...]
        while !rest.isEmpty {
            if rest.hasPrefix("--") {
                name += "/"
                rest = rest.dropFirst(2)
            } else {
                name.append(rest.removeFirst())
            }
        }
        return name
    }

    static func controlPath(of name: String) -> String {
        name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "--")
    }
}
