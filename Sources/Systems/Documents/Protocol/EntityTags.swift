internal import Wire

/// The value of `If-Match` or `If-None-Match` (RFC 9110, 13.1.1 and 13.1.2): a list of tags, or `*` for any document.
struct EntityTags {
    private let isAny: Bool
    private let tags: [EntityTag]

    /// Nil if it is not a list of tags.
    init?(_ value: [UInt8]) {
        let value = value[...].trimmingSpaces()
        isAny = value.elementsEqual("*".utf8)
        var tags: [EntityTag] = []
        var rest = isAny ? [] : value
        while !rest.isEmpty {
            guard let tag = EntityTag(takenFrom: &rest) else { return nil }
            tags.append(tag)
            rest = rest.trimmingSpaces()
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
            // Empty elements of a list are skipped (RFC 9110, 5.6.1.2).
            while let byte = rest.first, byte == UInt8(ascii: ",") || byte == 0x20 || byte == 0x09 {
                rest.removeFirst()
            }
        }
        guard isAny || !tags.isEmpty else { return nil }
        self.tags = tags
    }

    /// All fields of this name, which is given in lower case, as one list; nil if there is none.
    static func read(_ name: [UInt8], of request: Request) -> Result<EntityTags, EntityTagsProblem>? {
        var value: [UInt8]?
        for index in 0..<request.fieldCount where request.isField(index, named: name) {
            let field = request.head[request.fieldValue(index)]
            value = value.map { $0 + ",".utf8 + field } ?? Array(field)
        }
        guard let value else { return nil }
        return EntityTags(value).map { .success($0) } ?? .failure(.malformed)
    }

    /// - Parameter tag: With its quotes, as in `ETag`; nil if there is no document.
    /// - Parameter weakly: Whether weak comparison is used (RFC 9110, 8.8.3.2): for `If-None-Match`, not for
    ///   `If-Match`.
    func matches(_ tag: [UInt8]?, weakly: Bool) -> Bool {
        guard let tag else { return false }
        return isAny || tags.contains { $0.matches(tag, weakly: weakly) }
    }
}

enum EntityTagsProblem: Error, Hashable {
    case malformed
}

/// One entity tag of a request (RFC 9110, 8.8.3).
struct EntityTag: Hashable {
    let isWeak: Bool
    /// The tag with its quotes.
    let opaque: [UInt8]

    /// Takes a tag from the beginning of the text; nil if there is none.
    init?(takenFrom text: inout ArraySlice<UInt8>) {
        isWeak = text.starts(with: "W/".utf8)
        var rest = isWeak ? text.dropFirst(2) : text
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        let inner = rest.dropFirst().prefix { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        guard inner.endIndex < rest.endIndex, rest[inner.endIndex] == UInt8(ascii: "\"") else { return nil }
        opaque = Array(rest[...inner.endIndex])
        rest = rest[(inner.endIndex + 1)...]
        text = rest
    }

    func matches(_ tag: [UInt8], weakly: Bool) -> Bool {
        guard tag.starts(with: "W/".utf8) else { return (weakly || !isWeak) && tag == opaque }
        return weakly && tag[2...].elementsEqual(opaque)
    }
}
