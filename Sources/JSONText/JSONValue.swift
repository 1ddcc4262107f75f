/// A JSON value built by code, for problem documents, journals and catalogues. `JSONNode` is for parsed JSON.
///
///     let problem: JSONValue = ["title": "Unknown scenario", "status": 404]
///     problem.bytes(pretty: false)
public indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    /// The text of a number of RFC 8259; anything else is written as null.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Members in the order in which they are written.
    case object([(String, JSONValue)])

    /// A double in Swift's shortest form; null if it is not finite, since JSON has no such numbers.
    public init(_ double: Double) {
        self = double.isFinite ? .number(double.description) : .null
    }

    /// The value of a parsed node, without its positions.
    public init(_ node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .number(number.text)
        case .string(let bytes): self = .string(String(decoding: bytes, as: UTF8.self))
        case .array(let elements): self = .array(elements.map { JSONValue($0) })
        case .object(let members): self = .object(members.map { ($0.name, JSONValue($0.value)) })
        }
    }

    public func bytes(pretty: Bool = false) -> [UInt8] { JSONWriter.bytes(self, pretty: pretty) }

    /// The first member of this name.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }
}

/// Equality of what is written: the order of members counts, and `.int(1)` differs from `.number("1")`.
extension JSONValue: Hashable {
    public static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a.elementsEqual(b) { $0 == $1 }
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool)
        case .int(let int): hasher.combine(int)
        case .number(let text): hasher.combine(text)
        case .string(let string): hasher.combine(string)
        case .array(let elements): hasher.combine(elements)
        case .object(let members):
            hasher.combine(members.count)
            for (name, value) in members {
                hasher.combine(name)
                hasher.combine(value)
            }
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(floatLiteral value: Double) { self.init(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }
}
