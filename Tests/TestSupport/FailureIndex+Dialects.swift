public import Catalogue
internal import Systems

extension FailureIndex {
    /// Everything that there is, with these dialects: in place of those of their names, or beside them.
    public static func all(with dialects: [any Dialect]) -> FailureIndex {
        let own = System.network + Systems.all
        let replaced = own.map { system in
            dialects.first { $0.name == system.name }
                .map { System(system.chapter, dialect: $0, families: system.families) } ?? system
        }
        let added = dialects.filter { dialect in !own.contains { $0.name == dialect.name } }
        return FailureIndex(replaced + added.map { System(NoFailures(system: $0.name), dialect: $0) })
    }
}

private struct NoFailures: Chapter {
    let system: String
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { [] }
    func entry(code: String) -> CatalogueEntry? { nil }
}
