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

    /// Sets a part, which is read and written by functions: the first use of a key path costs as much as reading a small
    /// scenario.
    mutating func set<Value: Equatable>(_ value: Value, _ get: (Parts) -> Value, _ set: (inout Parts, Value) -> Void) {
        var parts = box?.parts ?? Parts()
        guard get(parts) != value else { return }
        set(&parts, value)
        self = Rare(parts)
    }

    /// The same for a part that is nil by default.
    mutating func set<Value: Equatable>(
        _ value: Value?, _ get: (Parts) -> Value?, _ set: (inout Parts, Value?) -> Void
    ) {
        guard box != nil || value != nil else { return }
        var parts = box?.parts ?? Parts()
        set(&parts, value)
        self = Rare(parts)
    }

    static func == (one: Self, other: Self) -> Bool { one.box === other.box || one.parts == other.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

protocol DefaultInitializable {
    init()
}
