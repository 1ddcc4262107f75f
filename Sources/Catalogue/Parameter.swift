internal import JSONText
public import Wire

/// A parameter of a failure, which a scenario sets in `with`: its name, type and default.
public struct Parameter: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A number within bounds.
        case count(ClosedRange<Int>)
        /// A number of bytes within bounds: `37` or `"10KB"`.
        case bytes(ClosedRange<Int>)
        /// A position in a body: bytes as in `bytes`, up to 4 GB, or a share such as `"50%"`.
        case bodyPosition
        /// A position in a body, or a time after the head, such as `"2s"`.
        case cutPosition
        /// A duration, such as `"250ms"`.
        case duration
        case text
        /// One of these values.
        case word([String])
        /// 100 to 999.
        case status
        /// An object of field names and values.
        case headers
        /// Any JSON.
        case json
    }

    /// A further restriction of values.
    public enum Limit: Sendable, Hashable {
        /// Text that becomes part of a head, without CR, LF and NUL.
        case withinLine
        /// A duration greater than 0.
        case aboveZero
        /// A duration of whole seconds, or of whole minutes, which go out as their number.
        case wholeSeconds, wholeMinutes
        /// JSON that is a list of texts.
        case texts
        /// JSON that is an integer of 32 bits or a text.
        case integerOrText
    }

    public let name: String
    public let kind: Kind
    public let limit: Limit?
    public let summary: String
    /// The value that another parameter must have for this one to mean anything.
    public let condition: Condition?
    /// The default; nil if it has no effect unless it is given.
    public let standard: Argument?
    /// A step that shows it, of a parameter that a scenario must give; nil for others.
    public let form: String?

    /// A word that another parameter must have.
    public struct Condition: Sendable, Hashable {
        public let parameter: String
        public let word: String

        package init(parameter: String, word: String) { (self.parameter, self.word) = (parameter, word) }
    }

    public init(
        _ name: String, _ kind: Kind, limit: Limit? = nil, _ summary: String, onlyIf condition: Condition? = nil,
        standard: Argument? = nil, form: String? = nil
    ) {
        self.form = form
        self.name = name
        self.limit = limit
        self.kind = kind
        self.summary = summary
        self.condition = condition
        self.standard = standard
    }

    static let ofEveryAnswer: [Parameter] = [
        Parameter("status", .status, "The HTTP status, in place of the failure's own."),
        Parameter("headers", .headers, "Fields that are set on the response; null removes one."),
        Parameter("message", .text, "The text that tells what went wrong, in place of the stock one."),
        ownBody,
    ]

    fileprivate static let ownBody = Parameter("json", .json, "A body of one's own, in place of the failure's.")

    /// Whether it is the whole body.
    package var isOwnBody: Bool { self == Self.ownBody }
}

extension Parameter.Kind {
    /// `true` or `false`, as JSON or as text.
    public static let flag = Self.word(["true", "false"])
    /// Any integer, such as a code.
    public static let integer = Self.count(Int.min...Int.max)
}

/// The value of a parameter.
public enum Argument: Sendable, Hashable {
    /// A number, also of bytes.
    case count(Int)
    /// Percent of the body, 0 to 100.
    case share(Int)
    case duration(Nanoseconds)
    case text(String)
    /// The names, in lower case, of the fields to remove, and the fields to add.
    case headers(replacing: Set<[UInt8]>, with: [HeaderField])
    /// The compact text of the JSON.
    case json([UInt8])
}

/// The arguments of a failure: the values of `with`, and defaults for the rest.
public struct Arguments: Sendable {
    private let values: [String: Argument]
    /// Whether all values are the defaults.
    package let isStandard: Bool

    /// All defaults.
    package init(standard parameters: [Parameter]) {
        values = Dictionary(
            parameters.compactMap { parameter in parameter.standard.map { (parameter.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        isStandard = true
    }

    /// - Precondition: `given` was checked against the failure's parameters when the scenario was loaded.
    public init(of failure: Failure, given: [String: Argument] = [:]) {
        var values = given
        // The parameters of every answer have no defaults.
        for parameter in failure.ownParameters {
            if let standard = parameter.standard, values[parameter.name] == nil { values[parameter.name] = standard }
        }
        self.values = values
        isStandard = given.isEmpty && !failure.isPreset
    }

    /// Whether it is given or has a default.
    func has(_ name: String) -> Bool { values[name] != nil }

    public func count(_ name: String) -> Int? {
        if case .count(let count)? = values[name] { count } else { nil }
    }

    /// A position in a body.
    func position(_ name: String) -> Cut.Position? {
        switch values[name] {
        case .count(let count): .bytes(count)
        case .share(let percent): .percent(percent)
        case .duration(let time): .time(time)
        default: nil
        }
    }

    public func duration(_ name: String) -> Nanoseconds? {
        if case .duration(let time)? = values[name] { time } else { nil }
    }

    /// A duration in whole seconds.
    package func seconds(_ name: String) -> Int? { duration(name).map { Int($0 / 1_000_000_000) } }

    /// A duration in whole minutes.
    package func minutes(_ name: String) -> Int? { duration(name).map { Int($0 / 60_000_000_000) } }

    public func text(_ name: String) -> String? {
        if case .text(let text)? = values[name] { text } else { nil }
    }

    package func json(_ name: String) -> [UInt8]? {
        if case .json(let text)? = values[name] { text } else { nil }
    }

    /// The texts of a list; empty if there is none.
    package func texts(_ name: String) -> [String] {
        guard let text = json(name), case .success(let node) = JSONParser.parse(text) else { return [] }
        return node.elements?.compactMap(\.string) ?? []
    }

    /// A text for use in a head, without CR, LF and NUL.
    package func headText(_ name: String) -> String? { text(name)?.withoutLineBreaks }

    /// Whether `apply` does anything.
    var changesReply: Bool { values["status"] != nil || values["headers"] != nil || ownBody != nil }

    /// The body in place of the failure's, as JSON.
    package var ownBody: [UInt8]? { json(Parameter.ownBody.name) }

    /// Applies `status`, `headers` and `json`, which every answer has, to a reply.
    public func apply(to reply: inout Reply) {
        if let body = ownBody {
            reply.head.set("Content-Type", "application/json")
            reply.replaceBody(body)
        }
        if let status = count("status") { reply.head.status = status }
        if case .headers(let names, let fields)? = values["headers"] {
            reply.head.replace(names, with: fields)
            // Connection announces the Upgrade beside it (RFC 9110, 7.8), and goes with it.
            if reply.head.first("upgrade") == nil {
                reply.head.fields.removeAll { $0.isNamed("connection") && $0.value.elementsEqual("Upgrade".utf8) }
            }
        }
    }
}

extension String {
    /// Without CR, LF and NUL, which would end a line of a head.
    fileprivate var withoutLineBreaks: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !["\r", "\n", "\0"].contains($0) }))
    }
}
