internal import Systems
internal import Catalogue

/// How many entries of the catalogue can be made to happen, and how many cannot.
struct CatalogueCounts {
    let induced: Int
    let notInducible: Int
    /// For want of what leads to it.
    let planned: Int

    init(_ entries: [CatalogueEntry], _ index: FailureIndex) {
        notInducible = entries.count { if case .notInducible = $0.disposition { true } else { false } }
        induced = entries.count { index.canInduce($0) }
        planned = entries.count - induced - notInducible
    }

    /// `others` are failures of the system's own that are not there yet.
    func text(_ others: Int) -> String {
        var parts = [LoadSummary.many(induced, "failure")]
        if notInducible > 0 { parts.append("\(notInducible) that no server can cause") }
        if planned + others > 0 { parts.append("\(planned + others) not built yet") }
        return parts.joined(separator: ", ")
    }
}
