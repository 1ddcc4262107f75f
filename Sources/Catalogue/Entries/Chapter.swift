/// The part of the catalogue for one system.
public protocol Chapter: Sendable {
    /// The first part of all its names.
    var system: String { get }
    /// Failures that are defined one by one.
    var failures: [Failure] { get }
    /// Entries from the tables of the system's documentation, in their order.
    var rows: [CatalogueEntry] { get }
    /// The entry with this code, listed or not: systems also accept codes that no table lists.
    func entry(code: String) -> CatalogueEntry?
    /// The entry that a query may mean which is not a listed name: a number, or a code that apps show to users.
    func unlisted(_ query: String) -> CatalogueEntry?
    /// Whether a text has the form of a code that apps show to users. It may begin with a minus sign.
    func isShownCode(_ text: String) -> Bool
    /// The entry of a range of numbers that contains this one, if the number has no entry of its own.
    func range(of number: Int) -> CatalogueEntry?
    /// Entries that share a name, which is none of a single one.
    func entries(sharing name: String) -> [CatalogueEntry]
    /// Whether all codes of this form are listed, so that one which is not listed is probably misspelt.
    func listsAll(like code: String) -> Bool
    /// Whether a table has the code, or a failure that is defined one by one.
    func lists(_ code: String) -> Bool
    /// The names of all failures and rows.
    var names: [String] { get }
}

extension Chapter {
    public func unlisted(_ query: String) -> CatalogueEntry? { nil }
    public func isShownCode(_ text: String) -> Bool { false }
    public func range(of number: Int) -> CatalogueEntry? { nil }
    public func entries(sharing name: String) -> [CatalogueEntry] { [] }
    public func listsAll(like code: String) -> Bool { false }
    public func lists(_ code: String) -> Bool { names.contains("\(system)/\(code)") }
    public var names: [String] { failures.map(\.name) + rows.map(\.name) }
}

/// A chapter that has only failures defined in code, and no tables.
package struct FailureChapter: Chapter {
    package let system: String
    package let failures: [Failure]
    private let named: @Sendable (String) -> Failure?

    /// - Parameter named: Makes failures that are not listed, by their full names.
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
