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
}

/// A system of failures that are written out, and of no rows.
struct FailureChapter: Chapter {
    let system: String
    let failures: [Failure]
    private let unlisted: @Sendable (String) -> Failure?

    init(_ system: String, _ failures: [Failure], unlisted: @escaping @Sendable (String) -> Failure? = { _ in nil }) {
        self.system = system
        self.failures = failures
        self.unlisted = unlisted
    }

    var rows: [CatalogueEntry] { [] }
    func entry(code: String) -> CatalogueEntry? { unlisted("\(system)/\(code)").map { CatalogueEntry($0) } }
}

/// Rows that are found by their names and by what else they are called.
struct RowIndex: Sendable {
    let rows: [CatalogueEntry]
    private let places: [String: Int]

    init(_ rows: [CatalogueEntry]) {
        self.rows = rows
        // A name goes before what another row is also called.
        let names = rows.indices.map { (rows[$0].code, $0) }
        let aliases = rows.indices.flatMap { place in rows[place].aliases.map { ($0, place) } }
        places = Dictionary(names + aliases, uniquingKeysWith: { first, _ in first })
    }

    subscript(code: String) -> CatalogueEntry? { places[code].map { rows[$0] } }
}
