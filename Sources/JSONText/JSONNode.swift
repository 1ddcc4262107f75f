/// A parsed JSON value with its position in the source, for diagnostics that come later than parsing.
public struct JSONNode: Sendable {
    /// Strings are UTF-8, compared by bytes: Swift's `String` would treat two spellings of one accented letter as
    /// equal.
    public enum Value: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string([UInt8])
        case array([JSONNode])
        case object([JSONMember])
    }

    /// The range in the source, quotes and brackets included.
    public let range: Range<Int>
    public let value: Value

    public init(range: Range<Int>, value: Value) {
        self.range = range
        self.value = value
    }

    /// The member of that name; nil also if this is not an object.
    public func member(_ name: String) -> JSONMember? {
        members?.first { $0.isNamed(name) }
    }

    /// The value of the member of that name.
    public subscript(_ name: String) -> JSONNode? { member(name)?.value }

    public var isNull: Bool {
        if case .null = value { true } else { false }
    }
    public var bool: Bool? {
        if case .bool(let bool) = value { bool } else { nil }
    }
    public var number: JSONNumber? {
        if case .number(let number) = value { number } else { nil }
    }
    /// The UTF-8 of a string.
    public var utf8: [UInt8]? {
        if case .string(let bytes) = value { bytes } else { nil }
    }
    public var string: String? {
        utf8.map { String(decoding: $0, as: UTF8.self) }
    }
    public var elements: [JSONNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }
    public var members: [JSONMember]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The type with its article, for messages: `a string`, `an object`, `null`.
    public var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// Whether both are the same JSON value: numbers are compared by value, members in any order.
    public func isEquivalent(to other: JSONNode) -> Bool {
        switch (value, other.value) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)): return a.isNumericallyEqual(to: b)
        case (.string(let a), .string(let b)): return a == b
        case (.array(let a), .array(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
        case (.object(let a), .object(let b)):
            guard a.count == b.count else { return false }
            let names = MemberNames(b)
            return a.allSatisfy { member in
                names.find(member.name, in: b).map { b[$0].value.isEquivalent(to: member.value) } ?? false
            }
        default: return false
        }
    }
}
