/// A collection of the store: its members by their whole paths.
struct DocumentCollection: Sendable {
    var members = PathList()
    /// Milliseconds since 1970.
    let created: Int64
    /// When a member came or went.
    var modified: Int64
    var properties = DeadProperties()

    init(created: Int64) {
        self.created = created
        modified = created
    }

    /// The same without members.
    var emptied: DocumentCollection {
        var collection = DocumentCollection(created: created)
        collection.properties = properties
        return collection
    }
}
