/// A system: one value that registers all that is known of it.
public struct System: Sendable {
    /// Its failures, and the rows of its documents.
    public let chapter: any Chapter
    /// How it speaks over HTTP; nil where it only gives names to failures of others.
    public let dialect: (any Dialect)?
    /// Failures that stand behind a number.
    public let families: [FailureFamily]

    public init(_ chapter: any Chapter, dialect: (any Dialect)? = nil, families: [FailureFamily] = []) {
        self.chapter = chapter
        self.dialect = dialect
        self.families = families
    }

    public var name: String { chapter.system }
}

extension System {
    /// HTTP and TCP, whose failures can happen to any other system's calls.
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
