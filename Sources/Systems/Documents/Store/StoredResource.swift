/// What is at a path, for who lists it.
struct StoredResource {
    let path: DocumentPath
    /// Nil for a collection.
    let document: Document?
    let created: Int64
    let modified: Int64
    let properties: DeadProperties
    /// Those that lock it, by itself or from above.
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
