internal import Systems
internal import Catalogue

/// How many entries of the catalogue can be made to happen, and how many cannot.
struct CatalogueCounts {
    let induced: Int
    let notInducible: Int
    /// For want of what leads to it.
    let notYet: Int

    init(_ entries: [CatalogueEntry], _ index: FailureIndex) {
        notInducible = entries.count { if case .notInducible = $0.fate { true } else { false } }
        induced = entries.count { index.canInduce($0) }
        notYet = entries.count - induced - notInducible
    }

    /// `promised` are failures of the system's own that are not there yet.
    func words(_ promised: Int) -> String {
        var words = [LoadSummary.many(induced, "failure")]
        if notInducible > 0 { words.append("\(notInducible) that no server can cause") }
        if notYet + promised > 0 { words.append("\(notYet + promised) not built yet") }
        return words.joined(separator: ", ")
    }
}
