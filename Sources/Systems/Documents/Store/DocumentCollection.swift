/// A collection of the store, with the full paths of its members.
struct DocumentCollection: Sendable {
    var members = PathList()
    /// Milliseconds since 1970.
    let created: Int64
    /// When a member was added or removed, in milliseconds since 1970.
    var modified: Int64
    var properties = DeadProperties()

    init(created: Int64) {
        self.created = created
        modified = created
    }

    /// The collection without its members.
    var emptied: DocumentCollection {
        var collection = DocumentCollection(created: created)
        collection.properties = properties
        return collection
    }
}
