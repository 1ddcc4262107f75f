internal import Bytes
internal import Wire

/// What a request does to the store, as the match field `operation` calls it.
enum DocumentOperation: Int, Sendable, Hashable, CaseIterable {
    case open, list, save, makeCollection, properties, delete, move, copy, lock, unlock, options, other

    init(_ request: Request) {
        let method = request.head[request.method]
        self = Self.methods.first { method.elementsEqual($0.method) }?.operation ?? .other
    }

    /// The name in a scenario.
    var name: [UInt8] { Self.names[rawValue] }

    private static let names = [
        "open", "list", "save", "make-collection", "properties", "delete", "move", "copy", "lock", "unlock", "options",
        "other",
    ].map { Array(utf8: $0) }

    /// The most frequent methods come first.
    private static let methods: [(method: [UInt8], operation: DocumentOperation)] = [
        ("GET", open), ("HEAD", open), ("PUT", save), ("PROPFIND", list), ("MKCOL", makeCollection),
        ("PROPPATCH", properties), ("DELETE", delete), ("MOVE", move), ("COPY", copy), ("LOCK", lock),
        ("UNLOCK", unlock), ("OPTIONS", options),
    ].map { (Array(utf8: $0.0), $0.1) }

    /// Whether it changes or locks documents, which a read-only volume refuses.
    var isChange: Bool {
        switch self {
        case .save, .makeCollection, .properties, .delete, .move, .copy, .lock: true
        case .open, .list, .unlock, .options, .other: false
        }
    }
}
