/// A system, with everything that the catalogue knows of it. One value registers it.
public struct System: Sendable {
    /// Its failures, and the entries from its documentation.
    public let chapter: any Chapter
    /// Its protocol over HTTP; nil if it only has names for failures of other systems.
    public let dialect: (any Dialect)?
    /// Its failures that are parametrized by a number.
    public let families: [FailureFamily]
    /// What people call its failures, without the system's name: `session-expired`; several names have a blank between
    /// them.
    private let calls: [(names: String, failures: [String])]
    /// Names in its documents that are no failures by themselves.
    public var foreign: [ForeignName] { names.rows() }
    private let names: NamesOnDemand

    public init(
        _ chapter: any Chapter, dialect: (any Dialect)? = nil, families: [FailureFamily] = [],
        calls: [(names: String, failures: [String])] = [],
        foreign: @escaping @Sendable @autoclosure () -> [ForeignName] = []
    ) {
        self.calls = calls
        names = NamesOnDemand(foreign)
        self.chapter = chapter
        self.dialect = dialect
        self.families = families
    }

    public var name: String { chapter.system }

    /// What a name in its documents stands for.
    func meaning(of name: String) -> ForeignFailureNames.Meaning? { names.meaning(of: name) }

    /// The failures that people call so, the most likely first.
    public func failures(called name: String) -> [String] {
        let name = name.lowercased()
        return calls.first { $0.names.split(separator: " ").contains { $0 == name } }?.failures ?? []
    }
}

extension System {
    /// HTTP, TCP and TLS, whose failures can be used with every system.
    public static let network = [
        System(
            FailureChapter("http", HTTPFailures.all, named: HTTPFailures.status),
            families: [
                FailureFamily(
                    pattern: "[1-9][0-9]{2}", member: .status(503), prefix: "http/status/", isOfNumbers: true)
            ]),
        System(FailureChapter("tcp", TCPFailures.all)),
        System(TLSChapter()),
    ]
}
