internal import Bytes
internal import Mishap

/// A value of an option or of its variable, which can say in words what it takes.
protocol OptionValue {
    /// As in "it takes a number from 0 to 65535".
    static var words: String { get }
    init?(text: String)
}

/// A name or an address; there is always something in it.
struct Word: OptionValue, Hashable {
    let text: String
    static let words = "a word"

    init?(text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension Int64: OptionValue {
    static var words: String { "a whole number" }
    init?(text: String) { self.init(text) }
}

/// An option without a value, which needs one as a variable.
struct Switch: OptionValue, Hashable {
    let isOn: Bool
    static let words = "true or false"

    init(_ isOn: Bool) { self.isOn = isOn }
    init?(text: String) {
        switch text.lowercased() {
        case "true", "1", "yes", "on": isOn = true
        case "false", "0", "no", "off": isOn = false
        default: return nil
        }
    }
}

/// A port to listen on; 0 is any free one.
struct PortNumber: OptionValue, Hashable {
    let number: UInt16
    static let words = "a number from 0 to 65535"

    init(_ number: UInt16) { self.number = number }
    init?(text: String) {
        guard let number = UInt16(text), !text.hasPrefix("+") else { return nil }
        self.number = number
    }
}

/// A number of bytes of a head: each connection has so much memory, so that the bounds are narrow.
struct HeadSize: OptionValue, Hashable {
    let bytes: Int
    static let words = #"a size from 4KiB to 16MiB, such as "16KB""#

    init(_ bytes: Int) { self.bytes = bytes }
    init?(text: String) {
        guard case .success(let bytes) = SizeText.bytes(text), (4 << 10...16 << 20).contains(bytes) else { return nil }
        self.bytes = bytes
    }
}

/// A number of bytes of a body.
struct BodySize: OptionValue, Hashable {
    let bytes: Int
    static let words = #"a size from 0B to 1GB, such as "16KB" or "10MiB""#

    init(_ bytes: Int) { self.bytes = bytes }
    init?(text: String) {
        guard case .success(let bytes) = SizeText.bytes(text), (0...1_000_000_000).contains(bytes) else { return nil }
        self.bytes = bytes
    }
}

/// A number of connections.
struct ConnectionCount: OptionValue, Hashable {
    let count: Int
    static let words = "a number from 1 to 1000000"

    init(_ count: Int) { self.count = count }
    init?(text: String) {
        guard let count = Int(text), (1...1_000_000).contains(count) else { return nil }
        self.count = count
    }
}

/// What the words on standard error look like.
enum LogForm: String, OptionValue {
    /// For people.
    case text
    /// For machines, an object on a line.
    case json
    static var words: String { "text or json" }
    init?(text: String) { self.init(rawValue: text) }
}

/// Who may use the control API, as the command line writes it.
struct ControlAccess: OptionValue, Hashable {
    let access: GatewayConfiguration.Control
    static let words = "loopback, any or off"

    init(_ access: GatewayConfiguration.Control) { self.access = access }
    init?(text: String) {
        guard let access = GatewayConfiguration.Control(rawValue: text) else { return nil }
        self.access = access
    }
}
