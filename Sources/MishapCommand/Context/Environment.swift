internal import CLinux

/// The environment variables.
struct Environment: Sendable {
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }

    /// An empty variable counts as not set, since container files can only empty a variable, not unset it.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    var names: [String] { Array(variables.keys) }

    /// Whether a variable is set to nothing.
    func isEmpty(_ name: String) -> Bool { variables[name]?.isEmpty == true }

    /// `NO_COLOR` with any value (no-color.org), or `TERM=dumb`.
    var forbidsColour: Bool { self["NO_COLOR"] != nil || self["TERM"] == "dumb" }

    /// The variables of this process; the first one of a name counts, as in getenv(3).
    static var process: [String: String] {
        var variables: [String: String] = [:]
        guard var entry = clinux_environ() else { return variables }
        while let text = entry.pointee {
            // Split by bytes, since a combining mark after `=` would make it another `Character`.
            let parts = String(cString: text).utf8
                .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            if parts.count == 2, variables[parts[0]] == nil { variables[parts[0]] = parts[1] }
            entry += 1
        }
        return variables
    }
}
