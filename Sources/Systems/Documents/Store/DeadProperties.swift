internal import XMLText

/// What clients keep with a document and the store knows nothing of (RFC 4918, 4.1), in the order of the names.
struct DeadProperties: Sendable {
    /// More are refused: each change of one moves those behind it.
    static let maximumCount = 1_000

    private(set) var all: [DeadProperty] = []
    /// Bytes that they take of what the store may hold.
    private(set) var bytes = 0

    subscript(name: PropertyName) -> [UInt8]? {
        let index = index(of: name)
        return index < all.count && all[index].name == name ? all[index].value : nil
    }

    mutating func set(_ name: PropertyName, _ value: [UInt8]) {
        let new = DeadProperty(name: name, value: value)
        bytes += new.bytes
        let index = index(of: name)
        if index < all.count, all[index].name == name {
            bytes -= all[index].bytes
            all[index] = new
        } else {
            all.insert(new, at: index)
        }
    }

    mutating func remove(_ name: PropertyName) {
        let index = index(of: name)
        guard index < all.count, all[index].name == name else { return }
        bytes -= all[index].bytes
        all.remove(at: index)
    }

    private func index(of name: PropertyName) -> Int { all.firstIndexOrdered { $0.name.comesBefore(name) } }
}

/// A property that a client set.
struct DeadProperty: Sendable {
    let name: PropertyName
    /// The whole element.
    let value: [UInt8]

    /// The element, and what it takes to keep one: many small ones must not be had for nothing.
    var bytes: Int { value.count + name.namespace.count + name.name.count + Self.overhead }

    static let overhead = 128
}

extension PropertyName {
    func comesBefore(_ other: PropertyName) -> Bool {
        name == other.name
            ? namespace.lexicographicallyPrecedes(other.namespace) : name.lexicographicallyPrecedes(other.name)
    }
}
