internal import Glibc
internal import Mishap
internal import Rules
internal import ScenarioFiles

/// The argument and options of commands that load scenarios.
enum ScenarioPaths {
    static let standard = "scenarios/"

    /// Those of a gateway, which may have none: without an argument and without the usual folder, each session brings its own.
    static func served(_ arguments: [String]) -> [String] {
        isMissing(arguments) ? [] : paths(arguments)
    }

    /// Whether no path was given, and there is no usual folder.
    static func isMissing(_ arguments: [String]) -> Bool {
        arguments.isEmpty && access(standard, F_OK) != 0 && errno == ENOENT
    }

    /// The scenarios that were installed with a program: `share/mishap/scenarios` where it is `lib/mishap/mishap`.
    ///
    /// - Parameter program: A link to it will do.
    static func shipped(with program: String) -> String? {
        guard let resolved = realpath(program, nil) else { return nil }
        defer { free(resolved) }
        let names = String(cString: resolved).split(separator: "/", omittingEmptySubsequences: false)
        guard names.suffix(3) == ["lib", "mishap", "mishap"] else { return nil }
        let folder = (names.dropLast(3) + ["share", "mishap", "scenarios"]).joined(separator: "/")
        return access(folder, F_OK) == 0 ? folder : nil
    }

    static let argument = Argument(
        name: "path", count: .any, standard: standard, completion: .files, help: "Scenario files and folders.")

    /// As of commands that start a gateway.
    ///
    /// - Parameter otherwise: What is so without paths and without the usual folder.
    static func servedArgument(otherwise: String) -> Argument {
        Argument(
            name: "path", count: .any, standard: standard, completion: .files,
            help: "Scenario files and folders; without them and without this folder, \(otherwise).")
    }

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
