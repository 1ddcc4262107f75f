/// Documents and collections by their paths.
///
/// A value: a change of a copy copies a little of the tables (`PathTable`), and never what documents hold.
struct DocumentTree: Sendable {
    private(set) var documents = PathTable<Document>()
    private(set) var collections = PathTable<DocumentCollection>()
    /// Bytes of content and of dead properties.
    private(set) var bytes = 0

    /// An empty store.
    init(created: Int64) { collections.updateValue(DocumentCollection(created: created), at: .root) }

    /// Documents and collections, the root not among them.
    var count: Int { documents.count + collections.count - 1 }

    func has(_ path: DocumentPath) -> Bool { documents.contains(path) || collections.contains(path) }

    func isCollection(_ path: DocumentPath) -> Bool { collections.contains(path) }

    /// Puts a document where there is none, or in place of one. Its parent is a collection.
    mutating func put(_ document: Document, at path: DocumentPath, _ milliseconds: Int64) {
        bytes += document.bytes
        if let old = documents.updateValue(document, at: path) {
            bytes -= old.bytes
        } else {
            changeMembers(ofParentOf: path, milliseconds) { $0.insert(path) }
        }
    }

    /// Puts a collection where nothing is. Its parent is one.
    mutating func put(_ collection: DocumentCollection, at path: DocumentPath, _ milliseconds: Int64) {
        bytes += collection.properties.bytes
        collections.updateValue(collection, at: path)
        changeMembers(ofParentOf: path, milliseconds) { $0.insert(path) }
    }

    /// Takes away what is there, and all below it.
    mutating func remove(_ path: DocumentPath, at milliseconds: Int64) {
        guard has(path) else { return }
        for removed in [path] + below(path) {
            if let document = documents.removeValue(at: removed) { bytes -= document.bytes }
            if let collection = collections.removeValue(at: removed) { bytes -= collection.properties.bytes }
        }
        changeMembers(ofParentOf: path, milliseconds) { $0.remove(path) }
    }

    /// Gives what is at the first of each two paths, a collection before what is below it, the second one.
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

    /// Remembers the answer to a GET.
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

    /// All that is below a collection, each behind the collection that it is in; nothing for a document.
    func below(_ path: DocumentPath) -> [DocumentPath] {
        var found = Array(collections[path]?.members ?? PathList())
        var next = 0
        while next < found.count {
            if let members = collections[found[next]]?.members { found += members }
            next += 1
        }
        return found
    }

    /// Bytes of what is there and of all below it.
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
