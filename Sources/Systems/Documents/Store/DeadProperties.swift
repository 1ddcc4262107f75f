internal import XMLText

/// What clients keep with a document and the store knows nothing of (RFC 4918, 4.1), in the order of the names.
struct DeadProperties: Sendable {
    /// More are refused: each change of one moves those behind it.
    static let most = 1_000

    private(set) var all: [DeadProperty] = []
    /// Bytes that they take of what the store may hold.
    private(set) var bytes = 0

    subscript(name: PropertyName) -> [UInt8]? {
        let place = place(of: name)
        return place < all.count && all[place].name == name ? all[place].value : nil
    }

    mutating func set(_ name: PropertyName, _ value: [UInt8]) {
        let new = DeadProperty(name: name, value: value)
        bytes += new.bytes
        let place = place(of: name)
        if place < all.count, all[place].name == name {
            bytes -= all[place].bytes
            all[place] = new
        } else {
            all.insert(new, at: place)
        }
    }

    mutating func remove(_ name: PropertyName) {
        let place = place(of: name)
        guard place < all.count, all[place].name == name else { return }
        bytes -= all[place].bytes
        all.remove(at: place)
    }

    private func place(of name: PropertyName) -> Int { all.firstIndexOrdered { $0.name.comesBefore(name) } }
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
