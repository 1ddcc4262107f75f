/// Documents and collections by their paths.
///
/// A value: who changes a copy copies the tables once, and never what documents hold.
struct DocumentTree: Sendable {
    private(set) var documents: [DocumentPath: Document] = [:]
    private(set) var collections: [DocumentPath: DocumentCollection]
    /// Bytes of content and of dead properties.
    private(set) var bytes = 0

    /// An empty store.
    init(created: Int64) { collections = [.root: DocumentCollection(created: created)] }

    /// Documents and collections, the root not among them.
    var count: Int { documents.count + collections.count - 1 }

    func has(_ path: DocumentPath) -> Bool { documents[path] != nil || collections[path] != nil }

    func isCollection(_ path: DocumentPath) -> Bool { collections[path] != nil }

    /// Puts a document where there is none, or in place of one. Its parent is a collection.
    mutating func put(_ document: Document, at path: DocumentPath, _ milliseconds: Int64) {
        bytes += document.bytes
        if let old = documents.updateValue(document, forKey: path) {
            bytes -= old.bytes
        } else {
            changeMembers(ofParentOf: path, milliseconds) { $0.insert(path) }
        }
    }

    /// Puts a collection where nothing is. Its parent is one.
    mutating func put(_ collection: DocumentCollection, at path: DocumentPath, _ milliseconds: Int64) {
        bytes += collection.properties.bytes
        collections[path] = collection
        changeMembers(ofParentOf: path, milliseconds) { $0.insert(path) }
    }

    /// Takes away what is there, and all below it.
    mutating func remove(_ path: DocumentPath, at milliseconds: Int64) {
        guard has(path) else { return }
        for place in [path] + below(path) {
            if let document = documents.removeValue(forKey: place) { bytes -= document.bytes }
            if let collection = collections.removeValue(forKey: place) { bytes -= collection.properties.bytes }
        }
        changeMembers(ofParentOf: path, milliseconds) { $0.remove(path) }
    }

    /// Gives what is at the first of each two paths, a collection before what is below it, the second one.
    mutating func move(_ places: [(from: DocumentPath, to: DocumentPath)], at milliseconds: Int64) {
        guard let first = places.first else { return }
        let moved = places.map { (path: $0.to, document: documents[$0.from], collection: collections[$0.from]) }
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
    mutating func keep(_ served: ServedDocument, at path: DocumentPath) { documents[path]?.served = served }

    mutating func setProperties(_ properties: DeadProperties, at path: DocumentPath) {
        bytes += properties.bytes - self.properties(at: path).bytes
        documents[path]?.properties = properties
        collections[path]?.properties = properties
    }

    func properties(at path: DocumentPath) -> DeadProperties {
        documents[path]?.properties ?? collections[path]?.properties ?? DeadProperties()
    }

    /// All that is below a collection, each behind the collection that it is in; nothing for a document.
    func below(_ path: DocumentPath) -> [DocumentPath] {
        var found = collections[path]?.members ?? []
        var next = 0
        while next < found.count {
            found += collections[found[next]]?.members ?? []
            next += 1
        }
        return found
    }

    /// Bytes of what is there and of all below it.
    func bytes(at path: DocumentPath) -> Int {
        ([path] + below(path)).reduce(0) { sum, place in
            sum + (documents[place]?.bytes ?? collections[place]?.properties.bytes ?? 0)
        }
    }

    private mutating func changeMembers(
        ofParentOf path: DocumentPath, _ milliseconds: Int64, _ change: (inout DocumentCollection) -> Void
    ) {
        guard let parent = path.parent, let place = collections.index(forKey: parent) else { return }
        change(&collections.values[place])
        collections.values[place].modified = milliseconds
    }
}
