internal import JSONText

/// A part of a request whose value distinguishes rules.
enum IndexedPart: Hashable, Sendable {
    /// Name of a header field in lower case.
    case header([UInt8])
    case query([UInt8])
    /// Position, counted from 0, of a literal segment of a path template.
    case segment(Int)
    case form([UInt8])
    case json(JSONPointer)
}

/// The values of one part that a match accepts: it fails for a request that has none of them there.
struct RequiredValues {
    let part: IndexedPart
    /// As looked up by `ValueTable`: bytes, or `JSONNode.indexKey` for JSON.
    let values: [[UInt8]]
}

extension JSONNode {
    /// Equal values have equal keys. Different values may share one: values of different types, and all arrays and all
    /// objects.
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
