internal import JSONText

/// A part of a request whose value tells rules apart.
enum IndexedPart: Hashable, Sendable {
    /// A header field; the name is in lower case.
    case header([UInt8])
    case query([UInt8])
    /// The literal segment of a path template at that position, counted from 0.
    case segment(Int)
    case form([UInt8])
    case json(JSONPointer)
}

/// The values of one part of a request that a match can hold for: it fails for a request that has none of them there.
struct RequiredValues {
    let part: IndexedPart
    /// As `ValueTable` looks them up: bytes, or for JSON `JSONNode.indexKey`.
    let values: [[UInt8]]
}

extension JSONNode {
    /// The same bytes for all values that are equal. Values that differ may share them too: those of another type, and
    /// all lists and objects.
    var indexKey: [UInt8] {
        switch value {
        case .string(let bytes): bytes
        case .number(let number): number.canonical
        case .bool(let bool): Array((bool ? "true" : "false").utf8)
        case .null: Array("null".utf8)
        case .array: [UInt8(ascii: "[")]
        case .object: [UInt8(ascii: "{")]
        }
    }
}
