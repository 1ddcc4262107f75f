/// A system, with everything that the catalogue knows of it. One value registers it.
public struct System: Sendable {
    /// Its failures, and the entries from its documentation.
    public let chapter: any Chapter
    /// Its protocol over HTTP; nil if it only has names for failures of other systems.
    public let dialect: (any Dialect)?
    /// Its failures that are parametrized by a number.
    public let families: [FailureFamily]

    public init(_ chapter: any Chapter, dialect: (any Dialect)? = nil, families: [FailureFamily] = []) {
        self.chapter = chapter
        self.dialect = dialect
        self.families = families
    }

    public var name: String { chapter.system }
}

extension System {
    /// HTTP and TCP, whose failures can be used with every system.
    public static let network = [
        System(
            FailureChapter("http", HTTPFailures.all, named: HTTPFailures.status),
            families: [
                FailureFamily(
                    pattern: "[1-9][0-9]{2}", member: .status(503), prefix: "http/status/", isOfNumbers: true)
            ]),
        System(FailureChapter("tcp", TCPFailures.all)),
    ]
}
