import Foundation

/// A value of JSON, written as a literal: `["id": 7, "tags": ["a"], "next": nil]`. Members keep their order, so that a
/// body has the bytes that one reads in the test.
public enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(Members)

    /// The members of an object. Two are equal if they have the same members, in whatever order.
    public struct Members: Sendable, Equatable, ExpressibleByDictionaryLiteral {
        public private(set) var names: [String] = []
        private var values: [String: JSON] = [:]

        public init() {}

        public init(dictionaryLiteral elements: (String, JSON)...) {
            for (name, value) in elements { self[name] = value }
        }

        public subscript(name: String) -> JSON? {
            get { values[name] }
            set {
                if let newValue {
                    if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
                } else if values.removeValue(forKey: name) != nil {
                    names.removeAll { $0 == name }
                }
            }
        }

        public var isEmpty: Bool { names.isEmpty }

        /// Name and value of each, in their order.
        public var pairs: [(name: String, value: JSON)] { names.map { ($0, values[$0] ?? .null) } }

        public static func == (one: Members, other: Members) -> Bool { one.values == other.values }
    }
}

extension JSON {
    /// What an `Encodable` is in JSON.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self = try JSON(parsing: encoder.encode(value))
    }

    public init(_ value: String) { self = .string(value) }
    public init(_ value: Int) { self = .integer(value) }
    public init(_ value: Bool) { self = .bool(value) }
    public init(_ value: Double) { self = .number(value) }

    /// The member of an object.
    public subscript(name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element of an array.
    public subscript(index: Int) -> JSON? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var int: Int? { if case .integer(let value) = self { value } else { nil } }
    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    public var object: Members? { if case .object(let value) = self { value } else { nil } }

    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    public init(dictionaryLiteral elements: (String, JSON)...) {
        var members = Members()
        for (name, value) in elements { members[name] = value }
        self = .object(members)
    }
}

extension JSON: Codable {
    public init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: Name.self) {
            var members = Members()
            // Decoders give the keys in an order of their own, which differs from run to run.
            for name in keyed.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                members[name.stringValue] = try keyed.decode(JSON.self, forKey: name)
            }
            self = .object(members)
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [JSON] = []
            while !elements.isAtEnd { values.append(try elements.decode(JSON.self)) }
            self = .array(values)
        } else {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                self = .null
            } else if let value = try? single.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? single.decode(Int.self) {
                self = .integer(value)
            } else if let value = try? single.decode(Double.self) {
                self = .number(value)
            } else {
                self = .string(try single.decode(String.self))
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var single = encoder.singleValueContainer()
            try single.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in members.pairs { try container.encode(value, forKey: Name(stringValue: name)) }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
