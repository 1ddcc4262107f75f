internal import Catalogue

extension System {
    /// The document store.
    static let documents = System(DocumentErrors(), dialect: Documents())
}
