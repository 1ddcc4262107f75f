internal import XMLText

/// Properties that clients set, sorted by name (dead properties, RFC 4918, 4.1).
struct DeadProperties: Sendable {
    /// More are refused, because each insertion moves the ones behind it.
    static let maximumCount = 1_000

    private(set) var all: [DeadProperty] = []
    /// Bytes that count towards the store's limit.
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

struct DeadProperty: Sendable {
    let name: PropertyName
    /// The whole element, as XML.
    let value: [UInt8]

    /// Bytes that count towards the store's limit. The overhead is for the memory of each property, so that many small
    /// ones are not free.
    var bytes: Int { value.count + name.namespace.count + name.name.count + Self.overhead }

    static let overhead = 128
}

extension PropertyName {
    func comesBefore(_ other: PropertyName) -> Bool {
        name == other.name
            ? namespace.lexicographicallyPrecedes(other.namespace) : name.lexicographicallyPrecedes(other.name)
    }
}
