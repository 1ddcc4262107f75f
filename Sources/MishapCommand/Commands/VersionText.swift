internal import CBuild
internal import Mishap

/// What `--version` prints: the version alone in the first line, for scripts, and what the program consists of.
enum VersionText {
    static var text: String {
        let commit = String(cString: cbuild_commit())
        let libraries = MishapVersion.libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
        return """
            \(MishapVersion.text)
            commit \(commit.isEmpty ? "unknown: not built by make" : commit)
            \(libraries)

            """
    }
}
