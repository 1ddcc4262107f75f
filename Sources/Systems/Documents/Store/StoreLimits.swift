/// What a scenario allows its store.
struct StoreLimits: Sendable {
    var isReadOnly = false
    /// Documents and collections.
    var maximumDocuments = 20_000
    /// Bytes of content, of dead properties and of what locks say of their owners.
    var maximumBytes = 128 << 20
}
