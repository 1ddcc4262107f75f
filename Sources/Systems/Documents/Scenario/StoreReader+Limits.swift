internal import Bytes
internal import Catalogue
internal import JSONText

/// Checks the initial documents of a store against the limits in its settings.
extension StoreReader {
    func check(_ beginning: [any StateChange], _ settings: Settings, at member: JSONMember) -> Bool {
        var size = StoreSize()
        for case let change as StoreChange in beginning {
            size.add(change)
            if let maximum = settings.number(Self.maximumDocuments), size.documents > maximum {
                refuse(change, member, Self.maximumDocuments, maximum, "documents and collections")
                return false
            }
            if let maximum = settings.number(Self.maximumBytes), size.bytes > maximum {
                refuse(change, member, Self.maximumBytes, maximum, "bytes of content")
                return false
            }
        }
        return true
    }

    /// Reports an error at the entry, or at the limit if the store comes from the base scenario.
    private func refuse(
        _ change: StoreChange, _ settings: JSONMember, _ limit: String, _ maximum: Int, _ what: String
    ) {
        let members = settings.value.members ?? []
        let store = members.first { $0.name == Self.store }
        let entry = store?.value.members?.first { StoreSize.path(of: change, is: $0.name) }
        let place = entry ?? store ?? members.first { $0.name == limit } ?? settings
        values.error(
            place.nameRange, "the store begins with more \(what) than \"\(limit)\" allows", hint: "that is \(maximum)")
    }

    private static let store = "store"
    private static let maximumDocuments = "maximumDocuments"
    private static let maximumBytes = "maximumBytes"
}

/// The size of the entries of a store, counted as the store does.
private struct StoreSize {
    /// Documents and collections, including the ones above them, without the root.
    private(set) var documents = 0
    private(set) var bytes = 0
    private var paths = ByteTable<Int>()

    mutating func add(_ change: StoreChange) {
        switch change {
        case .document(let path, let content, _):
            bytes += content.count
            add(path)
        case .collection(let path): add(path)
        case .removal, .lock, .unlock: break
        }
    }

    /// Counts a path and those above it. If a path was counted, so were those above it.
    private mutating func add(_ path: [UInt8]) {
        var end = path.count
        while end > 1, paths.find(path, 0..<end) == nil {
            documents += 1
            paths.insert(path[..<end], documents)
            end = path[..<end].lastIndex(of: UInt8(ascii: "/")) ?? 0
        }
    }

    /// Whether the change comes from the entry with this name.
    static func path(of change: StoreChange, is name: String) -> Bool {
        switch change {
        case .document(let path, _, _): path.elementsEqual(name.utf8)
        case .collection(let path): (path + [UInt8(ascii: "/")]).elementsEqual(name.utf8)
        case .removal, .lock, .unlock: false
        }
    }
}
