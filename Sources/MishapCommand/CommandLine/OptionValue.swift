internal import Bytes
internal import Mishap

/// The type of an option's value.
protocol OptionValue: Sendable {
    /// The valid values, as in "it takes a number from 0 to 65535".
    static var takes: String { get }
    /// All valid values, if there are only a few; otherwise empty.
    static var choices: [String] { get }
    /// Whether messages leave the value out.
    static var isSecret: Bool { get }
    /// The value that was probably meant by a text that is none; nil if that cannot be told.
    static func meant(by text: String) -> String?
    init?(text: String)
    /// The value as it would be written on the command line.
    var text: String { get }
}

extension OptionValue {
    static var choices: [String] { [] }
    static var isSecret: Bool { false }
    static func meant(by text: String) -> String? { nil }
}

/// A name or an address; never empty.
struct Word: OptionValue, Hashable {
    let text: String
    static let takes = "a name"

    init(_ text: String) { self.text = text }
    init?(text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension Int64: OptionValue {
    static var takes: String { "a whole number" }
    init?(text: String) { self.init(text) }
    var text: String { String(self) }
}

/// A switch. It has no value on the command line, but its environment variable needs one.
struct Switch: OptionValue, Hashable {
    let isOn: Bool
    static let takes = "true or false"
    static let choices = ["true", "false"]
    var text: String { isOn ? "true" : "false" }

    init?(text: String) {
        switch text.lowercased() {
        case "true", "1", "yes", "on": isOn = true
        case "false", "0", "no", "off": isOn = false
        default: return nil
        }
    }
}

/// A port to listen on; 0 for any free one.
struct PortNumber: OptionValue, Hashable {
    let number: UInt16
    static let takes = "a number from 0 to 65535"
    var text: String { String(number) }

    init(_ number: UInt16) { self.number = number }
    init?(text: String) {
        guard let number = UInt16(text), !text.hasPrefix("+") else { return nil }
        self.number = number
    }
}

/// A scenario and the port of its own that it listens on.
struct PortOfScenario: OptionValue, Hashable {
    let scenario: String
    let port: PortNumber
    static let takes = "a scenario and a port from 0 to 65535, such as tcp/refuse=9001; 0 is any free one"
    var text: String { "\(scenario)=\(port.text)" }

    init?(text: String) {
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
            let port = PortNumber(text: String(text[text.index(after: sign)...]))
        else { return nil }
        scenario = String(text[..<sign])
        self.port = port
    }
}

/// Ports for sessions that ask for one of their own.
struct PortRange: OptionValue, Hashable {
    let ports: ClosedRange<UInt16>
    static let takes = "two ports from 1 to 65535, such as 9000-9099"
    var text: String { "\(ports.lowerBound)-\(ports.upperBound)" }

    init?(text: String) {
        let ends = text.split(separator: "-" as Character, omittingEmptySubsequences: false).map {
            PortNumber(text: String($0))?.number ?? 0
        }
        guard ends.count == 2, ends[0] > 0, ends[0] <= ends[1] else { return nil }
        ports = ends[0]...ends[1]
    }
}

/// The maximum size of a head. The range is narrow, since this much memory is reserved for each connection.
struct HeadSize: OptionValue, Hashable {
    let bytes: Int
    static let takes = #"a size from 4KiB to 16MiB, such as "16KB""#
    var text: String { SizeText.text(bytes) }

    init(_ bytes: Int) { self.bytes = bytes }
    init?(text: String) {
        guard case .success(let bytes) = SizeText.bytes(text), (4 << 10...16 << 20).contains(bytes) else { return nil }
        self.bytes = bytes
    }
}

/// The maximum size of a body.
struct BodySize: OptionValue, Hashable {
    let bytes: Int
    static let takes = #"a size from 0B to 1GB, such as "16KB" or "10MiB""#
    var text: String { SizeText.text(bytes) }

    init(_ bytes: Int) { self.bytes = bytes }
    init?(text: String) {
        guard case .success(let bytes) = SizeText.bytes(text), (0...1_000_000_000).contains(bytes) else { return nil }
        self.bytes = bytes
    }
}

/// The size of all journals.
struct JournalSize: OptionValue, Hashable {
    let bytes: Int
    static let takes = #"a size from 1MiB to 64GiB, such as "256MiB""#
    var text: String { SizeText.text(bytes) }

    init(_ bytes: Int) { self.bytes = bytes }
    init?(text: String) {
        guard case .success(let bytes) = SizeText.bytes(text), (1 << 20...64 << 30).contains(bytes) else { return nil }
        self.bytes = bytes
    }
}

/// A timeout.
struct WaitingTime: OptionValue, Hashable {
    let nanoseconds: UInt64
    let text: String
    static let takes = #"a duration from 1ms to 24h, such as "500ms" or "60s""#

    init(seconds: UInt64) {
        nanoseconds = seconds * 1_000_000_000
        text = "\(seconds)s"
    }
    init?(text: String) {
        guard case .success(let nanoseconds) = DurationText.nanoseconds(text), nanoseconds >= 1_000_000 else {
            return nil
        }
        self.nanoseconds = nanoseconds
        self.text = text
    }
}

/// A file for a report, in the format of its ending.
struct ReportPath: OptionValue, Hashable {
    enum Format: String, CaseIterable, Sendable { case json, md, txt }

    let text: String
    let format: Format
    static let takes = "a file that ends in .json, .md or .txt"

    init?(text: String) {
        guard let format = Format.allCases.first(where: { text.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self.text = text
        self.format = format
    }
}

/// A file.
struct FilePath: OptionValue, Hashable {
    let text: String
    static let takes = "a file"

    init?(text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

/// A time in which nothing happens.
struct SettleTime: OptionValue, Hashable {
    let nanoseconds: UInt64
    let text: String
    static let takes = #"a duration from 0s to 10s, such as "300ms""#

    init(milliseconds: UInt64) {
        nanoseconds = milliseconds * 1_000_000
        text = "\(milliseconds)ms"
    }
    init?(text: String) {
        // Without a unit it could be anything, but for 0.
        guard case .success(let nanoseconds) = text == "0" ? .success(0) : DurationText.nanoseconds(text),
            nanoseconds <= 10_000_000_000
        else { return nil }
        self.nanoseconds = nanoseconds
        self.text = text
    }
}

/// A maximum number of connections or sessions.
struct PositiveCount: OptionValue, Hashable {
    let count: Int
    static let takes = "a number from 1 to 1000000"
    var text: String { String(count) }

    init(_ count: Int) { self.count = count }
    init?(text: String) {
        guard let count = Int(text), (1...1_000_000).contains(count) else { return nil }
        self.count = count
    }
}

/// The format of the log on standard error.
enum LogFormat: String, CaseIterable, OptionValue {
    /// For people.
    case text
    /// For machines: a JSON object per line.
    case json
    static let choices = allCases.map(\.rawValue)
    static let takes = ListText.or(choices)
    init?(text: String) { self.init(rawValue: text) }
    var text: String { rawValue }
}

/// Who may use the control API.
struct ControlAccess: OptionValue, Hashable {
    let access: GatewayConfiguration.Control
    static let choices = GatewayConfiguration.Control.allCases.map(\.rawValue)
    static let takes = ListText.or(choices)
    var text: String { access.rawValue }

    init(_ access: GatewayConfiguration.Control) { self.access = access }
    init?(text: String) {
        guard let access = GatewayConfiguration.Control(rawValue: text) else { return nil }
        self.access = access
    }
}

/// The token of the control API.
struct AccessToken: OptionValue, Hashable {
    let text: String
    static let takes = "1 to 1000 characters of ASCII without blanks"
    static let isSecret = true

    init?(text: String) {
        guard (1...1000).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }
}

/// A host name without a port.
struct HostName: OptionValue, Hashable {
    let text: String
    static let takes = "a host name without a port, such as mishap.test"

    init?(text: String) {
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // A label has 1 to 63 bytes, a name 253 (RFC 1035, 2.3.4).
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard isName, text.utf8.count <= 253, labels.allSatisfy({ (1...63).contains($0.count) }) else { return nil }
        self.text = text
    }

    /// The host of a URL, of a name with a port, or of one with a dot at its end.
    static func meant(by text: String) -> String? {
        let bytes = Array(text.utf8)
        var host = bytes[...]
        if let slash = host.firstIndex(of: UInt8(ascii: "/")), host[..<slash].last == UInt8(ascii: ":") {
            host = host[slash...].drop { $0 == UInt8(ascii: "/") }
        }
        host = host.prefix { !"/:?#".utf8.contains($0) }
        if host.last == UInt8(ascii: ".") { host = host.dropLast() }
        return HostName(text: host.text)?.text
    }
}
