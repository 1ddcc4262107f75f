internal import Bytes
internal import JSONText

/// An error in the command line or in an environment variable. All messages are in this file.
enum UsageError: Error, Hashable {
    case unknownCommand(String, near: String?)
    /// `of` is the command; nil for the program.
    case unknownOption(String, of: String?, near: String?)
    case optionOfAnother(String, of: String, owners: [String])
    /// The corrected command line.
    case optionBeforeCommand([String])
    case missingValue(of: String, takes: String)
    case emptyValue(of: String, takes: String)
    case valueOfSwitch(String, String)
    /// `of` is an option, a variable or an argument.
    case wrongValue(of: String, String, takes: String, near: String?)
    case missingArgument(String, of: String)
    case extraArgument(String, of: String, takes: [String])
    case notUTF8([UInt8])
    case noAddress(String)
    /// An address of https, and the same without TLS, which is what is asked.
    case askedInTheClear(String, meant: String)
    /// Another option is missing, which is described.
    case missingOption(String, of: String, String)
    /// Two values of a repeatable option, which have that in common.
    case sameTwice(String, String, what: String)
    /// Planned for a later version.
    case notImplemented(String)
    /// There is no such option, with what is to be known instead.
    case absentOption(String, of: String, String)

    /// Adds the nearest choice as a hint.
    static func wrongValue(of source: String, _ value: String, takes: String, choices: [String]) -> UsageError {
        .wrongValue(of: source, value, takes: takes, near: EditDistance.nearest(to: value, among: choices))
    }

    /// One clause. It may contain user input: control characters must be replaced before it is printed.
    var message: String {
        switch self {
        case .unknownCommand(let word, let near): "there is no command \"\(word)\"\(hint(near))"
        case .unknownOption(let option, let command?, let near): "\(command) has no option \(option)\(hint(near))"
        case .unknownOption(let option, nil, let near): "there is no option \(option)\(hint(near))"
        case .optionOfAnother(let option, let command, let owners):
            "\(command) has no option \(option); \(ListText.and(owners)) \(owners.count > 1 ? "have" : "has") it"
        case .optionBeforeCommand(let words): "options come after the command: \(words.joined(separator: " "))"
        case .missingValue(let option, let takes): "\(option) has no value, and it takes \(takes)"
        case .emptyValue(let option, let takes): "\(option) is empty, and it takes \(takes)"
        case .valueOfSwitch(let option, let value): "\(option) takes no value, and has \"\(value)\""
        case .wrongValue(let source, let value, let takes, let near):
            "\(source) is \"\(value)\", and it takes \(takes)\(hint(near))"
        case .missingArgument(let name, let command): "\(command) has no \(name)"
        case .extraArgument(let word, let command, let takes):
            takes.isEmpty
                ? "\(command) takes no argument, and has \"\(word)\""
                : "\(command) takes only \(ListText.and(takes)), and has \"\(word)\" too"
        case .notUTF8(let word): "\"\(Terminal.safe(bytes: word))\" is not UTF-8"
        case .noAddress(let url):
            "\"\(url)\" is not where a gateway listens; expected something like http://127.0.0.1:8080"
        case .askedInTheClear(let url, let meant):
            "\"\(url)\" is not how this command asks: TLS has the port of plain HTTP; did you mean \"\(meant)\"?"
        case .missingOption(let other, let option, let what): "\(option) is without \(other), \(what)"
        case .sameTwice(let one, let other, let what): "\(one) and \(other) have the same \(what)"
        case .absentOption(let option, let command, let reason): "\(command) has no option \(option): \(reason)"
        case .notImplemented(let name): "\(name) is not built yet"
        }
    }

    private func hint(_ near: String?) -> String { near.map { "; did you mean \"\($0)\"?" } ?? "" }
}
