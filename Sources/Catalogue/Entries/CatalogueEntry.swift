/// An entry of the catalogue: an error that a system documents, and how Mishap causes it.
public struct CatalogueEntry: Sendable {
    /// `system/code`.
    public let name: String
    /// Other names: a symbol, a number, a mapping code.
    public let aliases: [String]
    /// One sentence.
    public let summary: String
    /// The specification, document or measurement that it is known from.
    public let source: String
    public let evidence: Failure.Evidence
    public let disposition: Disposition
    /// Further sections of `explain`.
    public let remarks: [Remark]
    /// A request to try it with, if the system's sample request is not suitable.
    public let sample: Sample?

    public struct Remark: Sendable, Hashable {
        public let title: String
        public let text: String

        package init(_ title: String, _ text: String) {
            self.title = title
            self.text = text
        }
    }

    public struct Sample: Sendable, Hashable {
        public let method: String
        public let path: String
        public let body: String

        public init(method: String, path: String, body: String) {
            self.method = method
            self.path = path
            self.body = body
        }
    }

    public enum Disposition: Sendable {
        /// A failure of its own, made on demand, since there are many.
        case failure(@Sendable () -> Failure)
        /// It is caused by other failures; `by` selects one, and the first is the default.
        case causes([Cause])
        /// No server can cause it, for this reason.
        case notInducible(String)
        /// It is planned for a later version; with the reason why this one cannot cause it.
        case planned(String)
    }

    public init(
        _ name: String, aliases: [String] = [], _ summary: String, source: String, evidence: Failure.Evidence,
        _ disposition: Disposition, remarks: [Remark] = [], sample: Sample? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.source = source
        self.evidence = evidence
        self.disposition = disposition
        self.remarks = remarks
        self.sample = sample
    }

    /// The entry of a failure that is defined in code.
    package init(_ failure: Failure) {
        self.init(
            failure.name, failure.summary, source: failure.source, evidence: failure.evidence,
            .failure { failure })
    }

    /// The part of its name before the first `/`.
    public var system: String { slash.map { String(name[..<$0]) } ?? name }
    /// The part of its name after the system.
    public var code: String { slash.map { String(name[name.utf8.index(after: $0)...]) } ?? "" }
    private var slash: String.Index? { name.utf8.firstIndex(of: UInt8(ascii: "/")) }
}

/// A failure, with values of its parameters, that causes the error of an entry.
public struct Cause: Sendable, Hashable {
    /// Its name in `by`: the failure, followed by the given values.
    public let name: String
    public let failure: String
    /// The given values of parameters, as text.
    public let given: [Given]

    public struct Given: Sendable, Hashable {
        public let name: String
        public let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Parses `http/redirect-to by=closed-port`: a failure, and parameters without spaces. Any other text is a
    /// programming error and ends the program.
    public init(_ text: String) {
        guard let cause = Cause(reading: text) else { fatalError("not a failure and its values: \(text)") }
        self = cause
    }

    /// Nil unless the text is a failure's name with its system, followed by named values.
    package init?(reading text: String) {
        let parts = text.split(separator: " ")
        guard let name = parts.first, name.contains("/") else { return nil }
        let given = parts.dropFirst().map { part in
            let value = part.drop { $0 != "=" }.dropFirst()
            return Given(String(part.prefix { $0 != "=" }), String(value))
        }
        guard given.allSatisfy({ !$0.name.isEmpty && !$0.value.isEmpty }) else { return nil }
        failure = String(name)
        self.given = given
        self.name = ([failure] + given.map(\.value)).joined(separator: "/")
    }

    /// Parses a list such as `tcp/reset; http/redirect-to by=closed-port`, the default first.
    package static func list(_ text: String) -> [Cause] {
        text.split(separator: ";").map { Cause(String($0)) }
    }
}
