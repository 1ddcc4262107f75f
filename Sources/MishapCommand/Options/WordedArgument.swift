internal import ArgumentParser
internal import Bytes
internal import Mishap

/// A value of an option or of its variable, which can say in words what it takes.
protocol WordedArgument: ExpressibleByArgument {
    /// As in "it takes a number from 0 to 65535".
    static var words: String { get }
}

extension String: WordedArgument {
    static var words: String { "text" }
}

extension Int64: WordedArgument {
    static var words: String { "a whole number" }
}

extension Int: WordedArgument {
    static var words: String { "a whole number" }
}

/// A port to listen on; 0 is any free one.
struct PortNumber: WordedArgument, Hashable {
    let number: UInt16
    static let words = "a number from 0 to 65535"

    init(_ number: UInt16) { self.number = number }
    init?(argument: String) {
        guard let number = UInt16(argument), !argument.hasPrefix("+") else { return nil }
        self.number = number
    }
}

/// A number of bytes within bounds that the server can live with.
struct ByteCount: WordedArgument, Hashable {
    let bytes: Int
    static let words = #"a size from 1B to 1GB, such as "16KB" or "10MiB""#

    init(_ bytes: Int) { self.bytes = bytes }
    init?(argument: String) {
        guard case .success(let bytes) = SizeText.bytes(argument), (1...1_000_000_000).contains(bytes)
        else { return nil }
        self.bytes = bytes
    }
}

/// A number of connections.
struct ConnectionCount: WordedArgument, Hashable {
    let count: Int
    static let words = "a number from 1 to 1000000"

    init(_ count: Int) { self.count = count }
    init?(argument: String) {
        guard let count = Int(argument), (1...1_000_000).contains(count) else { return nil }
        self.count = count
    }
}

/// What the words on standard error look like.
enum LogForm: String, WordedArgument, CaseIterable {
    /// For people.
    case text
    /// For machines, an object on a line.
    case json
    static var words: String { "text or json" }
}

/// Who may use the control API, as the command line writes it.
struct ControlAccess: WordedArgument, Hashable {
    let access: GatewayConfiguration.Control
    static let words = "loopback, any or off"
    static let allValueStrings = GatewayConfiguration.Control.allCases.map(\.rawValue)

    init(_ access: GatewayConfiguration.Control) { self.access = access }
    init?(argument: String) {
        guard let access = GatewayConfiguration.Control(rawValue: argument) else { return nil }
        self.access = access
    }
}
