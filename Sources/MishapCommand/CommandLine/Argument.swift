/// A word of a command that is no option: what it is called, and how many there may be.
struct Argument: Sendable {
    /// As in `path`.
    let name: String
    let count: Count
    /// Its default, as help shows it.
    var standard: String?
    var completion = Completion.nothing
    let help: String

    enum Count: Sendable {
        case one
        case atMostOne
        case any
    }

    /// `PATH`.
    var shown: String { name.uppercased() }

    /// `PATH`, `[SYSTEM]` or `[PATH…]`.
    var usage: String {
        switch count {
        case .one: shown
        case .atMostOne: "[\(shown)]"
        case .any: "[\(shown)…]"
        }
    }
}

/// What the shell offers in a place of the command line.
enum Completion: Sendable {
    case nothing
    /// A closed list.
    case words([Candidate])
    /// Files and folders, which the shell knows best.
    case files
    /// Names that are looked up when they are asked for, from the arguments before the cursor and the word being typed.
    case names(@Sendable (_ arguments: [String], _ prefix: String) -> [Candidate])

    struct Candidate: Sendable, Hashable {
        let word: String
        /// One line, or nothing.
        let help: String

        init(_ word: String, _ help: String = "") {
            self.word = word
            self.help = help
        }
    }

    /// The choices of a type where nothing else is said.
    func or(_ choices: [String]) -> Completion {
        if case .nothing = self, !choices.isEmpty { return .words(choices.map { Candidate($0) }) }
        return self
    }
}
