internal import Catalogue

extension System {
    static let documents = System(DocumentErrors(), dialect: Documents(), foreign: namesOfDocuments)
}
