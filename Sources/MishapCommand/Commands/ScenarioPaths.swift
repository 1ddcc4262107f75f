internal import Glibc
internal import Mishap
internal import Rules
internal import ScenarioFiles

/// The argument and options of commands that load scenarios.
enum ScenarioPaths {
    static let standard = "scenarios/"

    /// Those of a gateway, which may have none: without an argument and without the usual folder, each session brings its own.
    static func served(_ arguments: [String]) -> [String] {
        arguments.isEmpty && access(standard, F_OK) != 0 && errno == ENOENT ? [] : paths(arguments)
    }

    static let argument = Argument(
        name: "path", count: .any, standard: standard, completion: .files, help: "Scenario files and folders.")

    /// As of commands that start a gateway.
    static let servedArgument = Argument(
        name: "path", count: .any, standard: standard, completion: .files,
        help: "Scenario files and folders; without them and without this folder, sessions bring their own.")

    static func followLinks(variable: String? = nil) -> Option<Bool> {
        Option(
            switch: "follow-links", variable: variable,
            help: "Follow links that lead out of the scenario folder, which are an error otherwise.")
    }

    /// The names of the scenarios, for completion; none if a file has an error, since nothing is served then.
    static let names = Completion.names { arguments, _ in
        Gateway.load(paths(arguments)).result.scenarios.map { Completion.Candidate($0.name, $0.description ?? "") }
    }

    static func paths(_ arguments: [String]) -> [String] { arguments.isEmpty ? [standard] : arguments }
}
