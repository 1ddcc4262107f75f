internal import Catalogue

/// A change of a store by the scenario: its initial documents, or what another client does.
///
/// Paths are decoded, begin with `/`, and have no final slash: `/notes/plan.txt`.
enum StoreChange: StateChange, Hashable {
    /// Creates or replaces a document, and creates the collections above it.
    case document(path: [UInt8], content: [UInt8], type: String)
    /// Creates a collection and those above it.
    case collection(path: [UInt8])
    /// Removes the resource and all below it.
    case removal(path: [UInt8])
    /// Another client holds an exclusive lock; `seconds` is nil for an infinite lock.
    case lock(path: [UInt8], owner: [UInt8], seconds: Int?)
    /// Removes all locks on it.
    case unlock(path: [UInt8])
}
