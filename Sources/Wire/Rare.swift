/// Parts that few values of a type have. They are on the heap, and nothing is while all of them are as they are by default:
/// values of the type are copied for every request, which this keeps short.
struct Rare<Parts: Sendable & Hashable & DefaultInitializable>: Sendable, Hashable {
    private final class Box: Sendable {
        let parts: Parts
        init(_ parts: Parts) { self.parts = parts }
    }

    private var box: Box?

    /// Whether all are as they are by default.
    var isEmpty: Bool { box == nil }
    /// Nil if all are as they are by default.
    var parts: Parts? { box?.parts }

    init() {}

    init(_ parts: Parts) { box = parts == Parts() ? nil : Box(parts) }

    mutating func set<Value: Equatable>(_ part: WritableKeyPath<Parts, Value>, _ value: Value) {
        var parts = box?.parts ?? Parts()
        guard parts[keyPath: part] != value else { return }
        parts[keyPath: part] = value
        self = Rare(parts)
    }

    /// The same for a part that is nil by default.
    mutating func set<Value: Equatable>(_ part: WritableKeyPath<Parts, Value?>, _ value: Value?) {
        guard box != nil || value != nil else { return }
        var parts = box?.parts ?? Parts()
        parts[keyPath: part] = value
        self = Rare(parts)
    }

    static func == (one: Self, other: Self) -> Bool { one.box === other.box || one.parts == other.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

protocol DefaultInitializable {
    init()
}
