internal import Bytes
internal import JSONText

/// What is wrong with a command line or a variable of the environment. The words are all here.
enum Misuse: Error, Hashable {
    case unknownCommand(String, near: String?)
    /// `of` is the command, or nil for the program.
    case unknownOption(String, of: String?, near: String?)
    case optionOfAnother(String, of: String?, owners: [String])
    /// The words that stand before the command `owner`, or only the option where there is none.
    case optionBeforeCommand([String], owner: String)
    case missingValue(of: String, takes: String)
    case emptyValue(of: String, takes: String)
    case valueOfSwitch(String, String)
    /// Of an option, a variable or an argument.
    case wrongValue(of: String, String, takes: String, near: String?)
    case missingArgument(String, of: String)
    case extraArgument(String, of: String, takes: [String])
    case notUTF8([UInt8])
    case noAddress(String)
    /// Promised, and refused in one line.
    case notBuilt(String)

    /// With what was probably meant, where the choices are a closed list.
    static func wrongValue(of source: String, _ value: String, takes: String, choices: [String]) -> Misuse {
        .wrongValue(of: source, value, takes: takes, near: EditDistance.nearest(to: value, among: choices))
    }

    /// One clause. What somebody typed is never printed as it is: it may be made to act on a terminal.
    var words: String {
        switch self {
        case .unknownCommand(let word, let near): "there is no command \(shown(word))\(hint(near))"
        case .unknownOption(let option, let command?, let near): "\(command) has no option \(safe(option))\(hint(near))"
        case .unknownOption(let option, nil, let near): "there is no option \(safe(option))\(hint(near))"
        case .optionOfAnother(let option, let command, let owners):
            "\(command ?? "mishap") has no option \(option); \(ListWords.and(owners)) \(owners.count > 1 ? "have" : "has") it"
        case .optionBeforeCommand(let words, let owner):
            "an option stands behind its command: mishap \(safe(([owner] + words).joined(separator: " ")))"
        case .missingValue(let option, let takes): "\(option) has no value, and it takes \(takes)"
        case .emptyValue(let option, let takes): "\(option) is empty, and it takes \(takes)"
        case .valueOfSwitch(let option, let value): "\(option) takes no value, and has \(shown(value))"
        case .wrongValue(let source, let value, let takes, let near):
            "\(source) is \(shown(value)), and it takes \(takes)\(hint(near))"
        case .missingArgument(let name, let command): "\(command) has no \(name)"
        case .extraArgument(let word, let command, let takes):
            takes.isEmpty
                ? "\(command) takes no argument, and has \(shown(word))"
                : "\(command) takes only \(ListWords.and(takes)), and has \(shown(word)) too"
        case .notUTF8(let word): "\"\(Terminal.safe(bytes: word))\" is not UTF-8"
        case .noAddress(let url):
            "\(shown(url)) is not where a gateway listens; expected something like http://127.0.0.1:8080"
        case .notBuilt(let name): "\(name) is not built yet"
        }
    }

    private func hint(_ near: String?) -> String { near.map { "; did you mean \"\($0)\"?" } ?? "" }
    private func safe(_ word: String) -> String { Terminal.safe(word) }
    private func shown(_ word: String) -> String { "\"\(safe(word))\"" }
}
