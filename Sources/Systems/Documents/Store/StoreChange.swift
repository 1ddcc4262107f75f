internal import Catalogue

/// Something that is done to a document store from outside: its first contents, or what somebody else saved meanwhile.
///
/// Paths are decoded, begin with `/`, and have no final slash: `/notes/plan.txt`.
enum StoreChange: StateChange, Hashable {
    /// A document is there with this content, whatever was there before. Collections above it are made.
    case document(path: [UInt8], content: [UInt8], type: String)
    /// A collection is there. Those above it are made.
    case collection(path: [UInt8])
    /// Whatever is there is gone, and all below it.
    case removal(path: [UInt8])
    /// Somebody else holds an exclusive lock on what is there; nil for ever.
    case lock(path: [UInt8], owner: [UInt8], seconds: Int?)
    /// Nobody holds a lock on it any more.
    case unlock(path: [UInt8])
}
