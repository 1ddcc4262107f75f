/// The resource at a path, for a listing.
struct StoredResource {
    let path: DocumentPath
    /// Nil for a collection.
    let document: Document?
    let created: Int64
    let modified: Int64
    let properties: DeadProperties
    /// The locks that cover it.
    let locks: [DocumentLock]

    init(_ path: DocumentPath, _ document: Document, locks: [DocumentLock]) {
        self.path = path
        self.document = document
        created = document.created
        modified = document.modified
        properties = document.properties
        self.locks = locks
    }

    init(_ path: DocumentPath, _ collection: DocumentCollection, locks: [DocumentLock]) {
        self.path = path
        document = nil
        created = collection.created
        modified = collection.modified
        properties = collection.properties
        self.locks = locks
    }
}
