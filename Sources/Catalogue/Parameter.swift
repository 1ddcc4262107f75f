public import Wire

/// Something that `with` can say about a failure: its name, its type, and what holds when it is not said.
public struct Parameter: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A number of bytes, or of things, within bounds: `37`, and for bytes also `"10KB"`.
        case count(ClosedRange<Int>)
        /// A time, such as `"250ms"`.
        case duration
        case text
        /// One of these words.
        case word([String])
        /// 100 to 999.
        case status
        /// An object of field names to values, or a list of pairs.
        case headers
        /// Any JSON.
        case json
    }

    /// What a value of the right kind must still be.
    public enum Limit: Sendable, Hashable {
        /// Text that becomes part of a head: without CR, LF and NUL.
        case withinLine
        /// A time that is longer than nothing.
        case aboveZero
    }

    public let name: String
    public let kind: Kind
    public let limit: Limit?
    public let summary: String
    /// What holds when it is not given; nil where it then has no effect.
    public let standard: Argument?

    public init(
        _ name: String, _ kind: Kind, limit: Limit? = nil, _ summary: String, standard: Argument? = nil
    ) {
        self.name = name
        self.limit = limit
        self.kind = kind
        self.summary = summary
        self.standard = standard
    }

    static let ofEveryAnswer: [Parameter] = [
        Parameter("status", .status, "The HTTP status, in place of the failure's own."),
        Parameter("headers", .headers, "Fields that are set on the response; null removes one."),
        Parameter("message", .text, "The text that tells what went wrong, in place of the stock one."),
    ]
}

extension Parameter.Kind {
    /// True or false, in JSON or as a word.
    public static let flag = Self.word(["true", "false"])
}

/// A value of `with`, of its parameter's kind.
public enum Argument: Sendable, Hashable {
    case count(Int)
    case duration(Nanoseconds)
    case text(String)
    /// The names, in lower case, of fields that go, and the fields that come.
    case headers(replacing: Set<[UInt8]>, with: [HeaderField])
    /// The JSON's compact text.
    case json([UInt8])
}

/// What a scenario gives a failure: what `with` says, and for the rest what holds anyway.
public struct Arguments: Sendable {
    private let values: [String: Argument]
    /// Whether nothing was said, so that what holds anyway holds.
    package let isStandard: Bool

    /// What holds where nothing is said.
    package init(standard parameters: [Parameter]) {
        values = Dictionary(
            parameters.compactMap { parameter in parameter.standard.map { (parameter.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        isStandard = true
    }

    /// `given` was checked against the failure's parameters when the scenario was loaded.
    public init(of failure: Failure, given: [String: Argument] = [:]) {
        var values = given
        for parameter in failure.parameters where values[parameter.name] == nil {
            values[parameter.name] = parameter.standard
        }
        self.values = values
        isStandard = given.isEmpty && !failure.isPreset
    }

    public func count(_ name: String) -> Int? {
        if case .count(let count)? = values[name] { count } else { nil }
    }

    public func duration(_ name: String) -> Nanoseconds? {
        if case .duration(let time)? = values[name] { time } else { nil }
    }

    public func text(_ name: String) -> String? {
        if case .text(let text)? = values[name] { text } else { nil }
    }

    package func json(_ name: String) -> [UInt8]? {
        if case .json(let text)? = values[name] { text } else { nil }
    }

    /// A text that goes into a head.
    package func headText(_ name: String) -> String? { text(name)?.withoutLineBreaks }

    /// Whether `apply` does anything.
    var changesHead: Bool { values["status"] != nil || values["headers"] != nil }

    /// Does to an answer what every answer's `status` and `headers` ask for.
    public func apply(to reply: inout Reply) {
        if let status = count("status") { reply.head.status = status }
        if case .headers(let names, let fields)? = values["headers"] {
            reply.head.replace(names, with: fields)
        }
    }
}

extension String {
    /// CR, LF and NUL would begin something else in a head: they are dropped.
    fileprivate var withoutLineBreaks: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !["\r", "\n", "\0"].contains($0) }))
    }
}
