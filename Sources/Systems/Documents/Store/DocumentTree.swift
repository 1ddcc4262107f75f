/// Documents and collections by path.
///
/// A value type: changing a copy copies a page of a table (`PathTable`), never the content of documents.
struct DocumentTree: Sendable {
    private(set) var documents = PathTable<Document>()
    private(set) var collections = PathTable<DocumentCollection>()
    /// Bytes of content and dead properties.
    private(set) var bytes = 0

    /// A store with an empty root.
    init(created: Int64) { collections.updateValue(DocumentCollection(created: created), at: .root) }

    /// Documents and collections, without the root.
    var count: Int { documents.count + collections.count - 1 }

    func has(_ path: DocumentPath) -> Bool { documents.contains(path) || collections.contains(path) }

    func isCollection(_ path: DocumentPath) -> Bool { collections.contains(path) }

    /// Adds or replaces a document. Its parent must be a collection.
    mutating func put(_ document: Document, at path: DocumentPath, _ milliseconds: Int64) {
        bytes += document.bytes
        if let old = documents.updateValue(document, at: path) {
            bytes -= old.bytes
        } else {
            changeMembers(ofParentOf: path, milliseconds) { $0.insert(path) }
        }
    }

    /// Adds a collection at an unused path. Its parent must be a collection.
    mutating func put(_ collection: DocumentCollection, at path: DocumentPath, _ milliseconds: Int64) {
        bytes += collection.properties.bytes
        collections.updateValue(collection, at: path)
        changeMembers(ofParentOf: path, milliseconds) { $0.insert(path) }
    }

    /// Removes the resource and all below it.
    mutating func remove(_ path: DocumentPath, at milliseconds: Int64) {
        guard has(path) else { return }
        for removed in [path] + below(path) {
            if let document = documents.removeValue(at: removed) { bytes -= document.bytes }
            if let collection = collections.removeValue(at: removed) { bytes -= collection.properties.bytes }
        }
        changeMembers(ofParentOf: path, milliseconds) { $0.remove(path) }
    }

    /// Moves each resource to its new path. A collection comes before its members.
    mutating func move(_ transfers: [(from: DocumentPath, to: DocumentPath)], at milliseconds: Int64) {
        guard let first = transfers.first else { return }
        let moved = transfers.map { (path: $0.to, document: documents[$0.from], collection: collections[$0.from]) }
        remove(first.from, at: milliseconds)
        for (path, document, collection) in moved {
            if let document {
                put(document, at: path, milliseconds)
            } else if let collection {
                put(collection.emptied, at: path, milliseconds)
            }
        }
    }

    /// Stores the answer to a GET for the next one.
    mutating func cache(_ served: ServedDocument, at path: DocumentPath) {
        documents.change(path) { $0.served = served }
    }

    mutating func setProperties(_ properties: DeadProperties, at path: DocumentPath) {
        bytes += properties.bytes - self.properties(at: path).bytes
        documents.change(path) { $0.properties = properties }
        collections.change(path) { $0.properties = properties }
    }

    func properties(at path: DocumentPath) -> DeadProperties {
        documents[path]?.properties ?? collections[path]?.properties ?? DeadProperties()
    }

    /// All paths below a collection, each after its own collection; empty for a document.
    func below(_ path: DocumentPath) -> [DocumentPath] {
        var found = Array(collections[path]?.members ?? PathList())
        var next = 0
        while next < found.count {
            if let members = collections[found[next]]?.members { found += members }
            next += 1
        }
        return found
    }

    /// Bytes of the resource and all below it.
    func bytes(at path: DocumentPath) -> Int {
        ([path] + below(path)).reduce(0) { sum, path in
            sum + (documents[path]?.bytes ?? collections[path]?.properties.bytes ?? 0)
        }
    }

    private mutating func changeMembers(
        ofParentOf path: DocumentPath, _ milliseconds: Int64, _ change: (inout PathList) -> Void
    ) {
        guard let parent = path.parent else { return }
        collections.change(parent) { collection in
            change(&collection.members)
            collection.modified = milliseconds
        }
    }
}
