/// A collection of the store: its members by their whole paths, in the order of these.
struct DocumentCollection: Sendable {
    private(set) var members: [DocumentPath] = []
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

    mutating func insert(_ path: DocumentPath) {
        let place = members.firstIndexOrdered { $0.bytes.lexicographicallyPrecedes(path.bytes) }
        guard place == members.count || members[place] != path else { return }
        members.insert(path, at: place)
    }

    mutating func remove(_ path: DocumentPath) {
        let place = members.firstIndexOrdered { $0.bytes.lexicographicallyPrecedes(path.bytes) }
        guard place < members.count, members[place] == path else { return }
        members.remove(at: place)
    }
}

extension Array {
    /// The first place whose element does not come before what is looked for, in an array in that order.
    func firstIndexOrdered(_ comesBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
