import Bytes

/// A JSON Pointer (RFC 6901), by which a scenario names a value in a body.
///
///     let pointer = try JSONPointer.parse("/params/0/name").get()
///     pointer.resolve(node)?.string
public struct JSONPointer: Sendable, Hashable {
    public enum Segment: Sendable, Hashable {
        /// The name of a member; `index` is set if the same text is also an array index.
        case name([UInt8], index: Int?)
        /// `*`: every element or member, if wildcards are allowed. Not part of RFC 6901.
        case any
    }

    /// Why a text is not a pointer.
    public struct Failure: Error, Sendable, Hashable {
        public enum Kind: Sendable, Hashable { case missingSlash, badEscape }
        public let kind: Kind
        /// The offset of the wrong byte.
        public let offset: Int

        public init(kind: Kind, offset: Int) {
            self.kind = kind
            self.offset = offset
        }

        public var message: String {
            switch kind {
            case .missingSlash: "a JSON Pointer begins with /"
            case .badEscape: "in a JSON Pointer ~ is written ~0 and / is written ~1"
            }
        }
    }

    public let segments: [Segment]

    public init(_ segments: [Segment]) { self.segments = segments }

    /// What is the member of that name in each object that this points to, and no element of an array.
    public func member(_ name: [UInt8]) -> JSONPointer { JSONPointer(segments + [.name(name, index: nil)]) }

    /// As it is written.
    public var text: String {
        segments.map { segment in
            switch segment {
            case .name(let name, _): "/" + name.text.replacing(each: "~", by: "~0").replacing(each: "/", by: "~1")
            case .any: "/*"
            }
        }.joined()
    }

    public var hasWildcards: Bool { segments.contains(.any) }

    /// Parses a pointer; the empty text points to the whole document (RFC 6901, section 5).
    public static func parse(
        _ text: String, wildcards: Bool = false
    ) -> Result<JSONPointer, Failure> {
        let bytes = Array(text.utf8)
        if bytes.isEmpty { return .success(JSONPointer([])) }
        guard bytes[0] == UInt8(ascii: "/") else {
            return .failure(Failure(kind: .missingSlash, offset: 0))
        }
        var segments: [Segment] = []
        var token: [UInt8] = []
        var index = 1
        while index <= bytes.count {
            if index == bytes.count || bytes[index] == UInt8(ascii: "/") {
                segments.append(segment(token, wildcards: wildcards))
                token = []
            } else if bytes[index] == UInt8(ascii: "~") {
                index += 1
                guard index < bytes.count, bytes[index] == 0x30 || bytes[index] == 0x31 else {
                    return .failure(Failure(kind: .badEscape, offset: index - 1))
                }
                token.append(bytes[index] == 0x30 ? UInt8(ascii: "~") : UInt8(ascii: "/"))
            } else {
                token.append(bytes[index])
            }
            index += 1
        }
        return .success(JSONPointer(segments))
    }

    /// The first value that it points to; nil if there is none.
    public func resolve(_ node: JSONNode) -> JSONNode? {
        var found: JSONNode?
        _ = visit(node, from: 0) { node in
            found = node
            return false
        }
        return found
    }

    /// Every value that it points to, in the order of the document.
    public func resolveAll(_ node: JSONNode) -> [JSONNode] {
        var found: [JSONNode] = []
        _ = visit(node, from: 0) { node in
            found.append(node)
            return true
        }
        return found
    }

    /// Whether any value that it points to satisfies the condition.
    public func contains(in node: JSONNode, where condition: (JSONNode) -> Bool) -> Bool {
        !visit(node, from: 0) { !condition($0) }
    }

    /// Calls `body` for each value until it returns false; returns whether it never did.
    private func visit(_ node: JSONNode, from start: Int, _ body: (JSONNode) -> Bool) -> Bool {
        var node = node
        for (place, segment) in segments[start...].enumerated() {
            switch (segment, node.value) {
            case (.name(_, let index?), .array(let elements)) where index < elements.count:
                node = elements[index]
            case (.name(let name, _), .object(let members)):
                guard let member = members.first(where: { $0.name.utf8.elementsEqual(name) }) else {
                    return true
                }
                node = member.value
            case (.any, .array(let elements)):
                return elements.allSatisfy { visit($0, from: start + place + 1, body) }
            case (.any, .object(let members)):
                return members.allSatisfy { visit($0.value, from: start + place + 1, body) }
            default: return true
            }
        }
        return body(node)
    }

    /// An index has no leading zero (RFC 6901, section 4). `-`, the element after the last, is only a name here: it
    /// never exists in a document that is read.
    private static func segment(_ token: [UInt8], wildcards: Bool) -> Segment {
        if wildcards, token == [UInt8(ascii: "*")] { return .any }
        let isIndex =
            !token.isEmpty && token.count <= 18 && token.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            && (token.count == 1 || token[0] != 0x30)
        return .name(token, index: isIndex ? token.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil)
    }
}
