internal import CLinux

/// The variables of the environment.
struct Environment: Sendable {
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }

    /// A variable that is set to nothing is not set: that is how container files turn one off.
    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `NO_COLOR`, whatever it says (no-color.org).
    var forbidsColour: Bool { self["NO_COLOR"] != nil || self["TERM"] == "dumb" }

    /// The variables of this process; of a name that is there twice the first counts, as getenv(3) has it.
    static var process: [String: String] {
        var variables: [String: String] = [:]
        guard var entry = clinux_environ() else { return variables }
        while let text = entry.pointee {
            // By bytes: a mark that combines would hide the sign in front of it.
            let parts = String(cString: text).utf8
                .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            if parts.count == 2, variables[parts[0]] == nil { variables[parts[0]] = parts[1] }
            entry += 1
        }
        return variables
    }
}
