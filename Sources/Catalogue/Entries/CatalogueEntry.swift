/// A row of the catalogue: something that a system's documents say can go wrong, and what becomes of it here.
public struct CatalogueEntry: Sendable {
    /// `system/code`.
    public let name: String
    /// What else it is called: a symbol, a number, a mapping code.
    public let aliases: [String]
    /// What it means, in one sentence.
    public let summary: String
    /// Specification, document or measurement that it is known from.
    public let source: String
    public let evidence: Failure.Evidence
    public let disposition: Disposition
    /// What else `explain` has to tell, under headings of its own.
    public let remarks: [Remark]
    /// A request to try it with, where the system's own would not do.
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
        /// A failure of its own. Made when somebody asks: there are many.
        case failure(@Sendable () -> Failure)
        /// Other failures lead to it: the first unless `by` says which.
        case causes([Cause])
        /// No server can cause it, for this reason.
        case notInducible(String)
        /// It is promised, and this version cannot do it, for this reason.
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

    /// The entry of a failure that is written out.
    package init(_ failure: Failure) {
        self.init(
            failure.name, failure.summary, source: failure.source, evidence: failure.evidence,
            .failure { failure })
    }

    /// The first part of its name.
    public var system: String { String(name.prefix { $0 != "/" }) }
    /// What follows the system.
    public var code: String { String(name.drop { $0 != "/" }.dropFirst()) }
}

/// A failure that leads to what an entry is about, with what has to be said for that.
public struct Cause: Sendable, Hashable {
    /// What `by` calls it: the failure, and behind it the values that it is given.
    public let name: String
    /// The failure's name.
    public let failure: String
    /// Parameters as text, by their names.
    public let given: [Given]

    public struct Given: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    /// `http/redirect-to by=closed-port`: a failure, and parameters without spaces. Anything else is a mistake in the
    /// program.
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
            return Given(name: String(part.prefix { $0 != "=" }), value: String(value))
        }
        guard given.allSatisfy({ !$0.name.isEmpty && !$0.value.isEmpty }) else { return nil }
        failure = String(name)
        self.given = given
        self.name = ([failure] + given.map(\.value)).joined(separator: "/")
    }

    /// `tcp/reset; http/redirect-to by=closed-port`: several, the default first.
    package static func list(_ text: String) -> [Cause] {
        text.split(separator: ";").map { Cause(String($0)) }
    }
}
