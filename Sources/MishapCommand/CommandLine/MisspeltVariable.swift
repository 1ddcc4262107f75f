internal import Bytes

/// An environment variable that is none of an option, and nearly named as one.
struct MisspeltVariable {
    let name: String
    let meant: String

    static let prefix = "MISHAP_"
    /// What Mishap gives to others, or reads elsewhere.
    private static let others: Set = [
        "MISHAP_URL", "MISHAP_HTTPS_URL", "MISHAP_CONTROL_URL", "MISHAP_CA",
    ]

    var warning: String { "\(name) is set, and no option has that variable; did you mean \(meant)?" }

    /// Those of the environment, by their names.
    ///
    /// - Parameter options: Of all commands, so that a variable of another one is no mistake.
    static func all(in environment: Environment, _ options: [OptionDescription]) -> [MisspeltVariable] {
        let known = options.compactMap(\.variable)
        let endings = known.map { String($0.dropFirst(prefix.count)) }
        return environment.names.sorted().compactMap { name in
            guard name.hasPrefix(prefix), environment[name] != nil, !known.contains(name), !others.contains(name)
            else { return nil }
            let ending = String(name.dropFirst(prefix.count))
            guard let near = EditDistance.nearest(to: ending, among: endings),
                EditDistance.distance(ending.uppercased(), near, bound: 2) != nil
            else { return nil }
            return MisspeltVariable(name: name, meant: prefix + near)
        }
    }
}
