/// One system's part of the catalogue.
public protocol Chapter: Sendable {
    /// The first part of all of its names.
    var system: String { get }
    /// Failures that are written out, each an idea of its own.
    var failures: [Failure] { get }
    /// Rows of the system's documents, in their order.
    var rows: [CatalogueEntry] { get }
    /// What has this code, row or not: systems also take codes that nobody lists.
    func entry(code: String) -> CatalogueEntry?
    /// What somebody may mean by words that nothing listed is called: a number, or what an app shows to people.
    func unlisted(_ query: String) -> CatalogueEntry?
    /// Whether words have the form of a code that apps show to people. It may begin with a minus.
    func isShownCode(_ text: String) -> Bool
    /// The row of a whole range of numbers, of which this one is not listed by itself.
    func range(of number: Int) -> CatalogueEntry?
    /// Whether all codes like this one are listed, so that one which is not is probably misspelt.
    func listsAll(like code: String) -> Bool
}

extension Chapter {
    public func unlisted(_ query: String) -> CatalogueEntry? { nil }
    public func isShownCode(_ text: String) -> Bool { false }
    public func range(of number: Int) -> CatalogueEntry? { nil }
    public func listsAll(like code: String) -> Bool { false }
}

/// A system of failures that are written out, and of no rows.
package struct FailureChapter: Chapter {
    package let system: String
    package let failures: [Failure]
    private let named: @Sendable (String) -> Failure?

    /// - Parameter named: Failures that nobody lists, by their full names.
    package init(
        _ system: String, _ failures: [Failure], named: @escaping @Sendable (String) -> Failure? = { _ in nil }
    ) {
        self.system = system
        self.failures = failures
        self.named = named
    }

    package var rows: [CatalogueEntry] { [] }
    package func entry(code: String) -> CatalogueEntry? { named("\(system)/\(code)").map { CatalogueEntry($0) } }
    package func unlisted(_ query: String) -> CatalogueEntry? { entry(code: "status/\(query)") }
}

/// Rows that are found by their names and by what else they are called.
package struct RowIndex: Sendable {
    package let rows: [CatalogueEntry]
    private let indices: [String: Int]

    package init(_ rows: [CatalogueEntry]) {
        self.rows = rows
        // A name goes before what another row is also called.
        let names = rows.indices.map { (rows[$0].code, $0) }
        let aliases = rows.indices.flatMap { index in rows[index].aliases.map { ($0, index) } }
        indices = Dictionary(names + aliases, uniquingKeysWith: { first, _ in first })
    }

    package subscript(code: String) -> CatalogueEntry? { indices[code].map { rows[$0] } }
}
