/// A positional argument of a command: its name, and how many are allowed.
struct Argument: Sendable {
    /// In lower case: `path`.
    let name: String
    let count: Count
    /// The default, as help shows it.
    var standard: String?
    var completion = Completion.nothing
    let help: String

    enum Count: Sendable {
        case one
        case atMostOne
        case any
    }

    /// As help shows it: `PATH`.
    var shown: String { name.uppercased() }

    /// As the usage line shows it: `PATH`, `[SYSTEM]` or `[PATH…]`.
    var usage: String {
        switch count {
        case .one: shown
        case .atMostOne: "[\(shown)]"
        case .any: "[\(shown)…]"
        }
    }
}

/// How the shell completes a word of the command line.
enum Completion: Sendable {
    case nothing
    /// A fixed list.
    case words([Candidate])
    /// Files and folders, by the shell's own completion.
    case files
    /// Names that are looked up on demand, from the arguments before the cursor and the word being typed.
    case names(@Sendable (_ arguments: [String], _ prefix: String) -> [Candidate])

    struct Candidate: Sendable, Hashable {
        let word: String
        /// One line, or empty.
        let help: String

        init(_ word: String, _ help: String = "") {
            self.word = word
            self.help = help
        }
    }

    /// This completion, or a list of choices if it is `nothing`.
    func or(_ choices: [String]) -> Completion {
        if case .nothing = self, !choices.isEmpty { return .words(choices.map { Candidate($0) }) }
        return self
    }
}
