internal import Systems
internal import Catalogue

/// The number of entries of the catalogue that Mishap can cause, and that it cannot.
struct CatalogueCounts {
    let induced: Int
    let notInducible: Int
    /// Entries whose causes are all planned.
    let planned: Int

    init(_ entries: [CatalogueEntry], _ index: FailureIndex) {
        notInducible = entries.count { if case .notInducible = $0.disposition { true } else { false } }
        induced = entries.count { index.canInduce($0) }
        planned = entries.count - induced - notInducible
    }

    /// - Parameter others: The number of planned failures of the system that are not entries.
    func text(_ others: Int) -> String {
        var parts = [LoadSummary.many(induced, "failure")]
        if notInducible > 0 { parts.append("\(notInducible) that no server can cause") }
        if planned + others > 0 { parts.append("\(planned + others) not built yet") }
        return parts.joined(separator: ", ")
    }
}
