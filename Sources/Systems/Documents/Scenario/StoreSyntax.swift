internal import Catalogue

/// `store`: documents and collections by their paths.
struct StoreSyntax: StateSyntax {
    var name: String { "store" }
    var summary: String { "What somebody else does to the documents when it is taken." }
    var stepShape: Shape { .storeChanges }
    var settingShape: Shape { .store }
    var definitions: [ObjectShape] { [.storedDocument, .storedCollection, .documentChange, .collectionChange] }

    func makeReader(_ values: any ValueReader) -> any StateReader { StoreReader(values) }
}
