internal import Bytes

/// A path in the store, normalized: decoded, `/a/b`, without a final slash; the root is `/`.
///
/// Names are UTF-8, and are compared by their bytes: a composed and a decomposed `é` are two documents, as on most
/// servers.
struct DocumentPath: Sendable {
    let bytes: [UInt8]
    /// Whether it was written with a final slash, as for a collection. Ignored in comparisons.
    let endsWithSlash: Bool

    static let root = DocumentPath(bytes: [UInt8(ascii: "/")], endsWithSlash: true)
    /// Bytes of a name, as in most file systems.
    static let maximumName = 255
    static let maximumCount = 4_096

    private init(bytes: [UInt8], endsWithSlash: Bool) {
        self.bytes = bytes
        self.endsWithSlash = endsWithSlash
    }

    /// Reads the raw path of a request after the session's prefix; an empty one is the root.
    ///
    /// Nothing is resolved or repaired: a path that could be read in two ways is refused.
    init(target raw: ArraySlice<UInt8>) throws(PathProblem) {
        guard !raw.isEmpty else {
            self = .root
            return
        }
        guard raw.first == UInt8(ascii: "/") else { throw .notAbsolute }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(raw.count, Self.maximumCount))
        var index = raw.startIndex
        while index < raw.endIndex {
            var byte = raw[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard let value = PercentCoding.escape(at: index - 1, in: raw) else { throw .malformedPercent }
                guard value != UInt8(ascii: "/") else { throw .encodedSlash }
                byte = value
                index += 2
            }
            bytes.append(byte)
        }
        try self.init(checking: bytes)
    }

    /// Reads a decoded path, as in scenario files; nil if it is not a valid path of the store.
    init?(decoded bytes: [UInt8]) {
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        do throws(PathProblem) { try self.init(checking: bytes) } catch { return nil }
    }

    /// Removes the final slash and checks each name.
    private init(checking decoded: [UInt8]) throws(PathProblem) {
        var bytes = decoded
        endsWithSlash = bytes.last == UInt8(ascii: "/")
        if endsWithSlash, bytes.count > 1 { bytes.removeLast() }
        guard decoded.count != 2 || bytes.last != UInt8(ascii: "/") else { throw .emptySegment }
        guard bytes.count <= Self.maximumCount else { throw .pathTooLong }
        if bytes.count > 1 {
            var start = 1
            for index in 1...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "/") {
                try Self.check(bytes[start..<index])
                start = index + 1
            }
        }
        guard UTF8Text.firstInvalid(in: bytes) == nil else { throw .notUTF8 }
        self.bytes = bytes
    }

    private static func check(_ name: ArraySlice<UInt8>) throws(PathProblem) {
        let dot = UInt8(ascii: ".")
        switch name.count {
        case 0: throw .emptySegment
        case 1 where name.first == dot: throw .dotSegment
        case 2 where name.first == dot && name.last == dot: throw .dotSegment
        case (maximumName + 1)...: throw .nameTooLong
        default: break
        }
        if name.contains(0) { throw .nul }
    }
}

extension DocumentPath: Hashable {
    static func == (one: DocumentPath, other: DocumentPath) -> Bool { one.bytes == other.bytes }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

// MARK: Hierarchy

extension DocumentPath {
    var isRoot: Bool { bytes.count == 1 }

    /// The path of the collection that contains it; nil for the root.
    var parent: DocumentPath? {
        guard !isRoot, let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == 0 ? .root : DocumentPath(bytes: Array(bytes[..<slash]), endsWithSlash: true)
    }

    /// The last segment; empty for the root.
    var name: ArraySlice<UInt8> { bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1)...] }

    /// Whether it is below another path, at any depth.
    func isInside(_ other: DocumentPath) -> Bool {
        if other.isRoot { return !isRoot }
        let count = other.bytes.count
        return bytes.count > count && bytes[count] == UInt8(ascii: "/") && bytes.starts(with: other.bytes)
    }

    /// The path after `old`, which is this path or above it, was moved to `new`; nil if it would be longer than
    /// `maximumCount`.
    func moved(from old: DocumentPath, to new: DocumentPath) -> DocumentPath? {
        let rest = isRoot ? [] : bytes[(old.isRoot ? 0 : old.bytes.count)...]
        let moved = (new.isRoot ? [] : new.bytes) + rest
        guard moved.count <= Self.maximumCount else { return nil }
        return moved.isEmpty ? .root : DocumentPath(bytes: moved, endsWithSlash: endsWithSlash)
    }

    /// The percent-encoded reference in an answer (RFC 4918, 8.3); that of a collection ends with a slash.
    func href(afterPrefix prefix: ArraySlice<UInt8>, isCollection: Bool) -> [UInt8] {
        var href = Array(prefix)
        href.reserveCapacity(prefix.count + bytes.count + 16)
        for byte in bytes {
            if byte == UInt8(ascii: "/") || PercentCoding.isUnreserved(byte) {
                href.append(byte)
            } else {
                href.append(UInt8(ascii: "%"))
                href.append(HexDigits.upper(byte >> 4))
                href.append(HexDigits.upper(byte & 15))
            }
        }
        if isCollection, !isRoot { href.append(UInt8(ascii: "/")) }
        return href
    }
}

/// Why a path is not valid in any store.
enum PathProblem: Error, Hashable {
    case notAbsolute, malformedPercent, dotSegment, encodedSlash, nul, notUTF8, emptySegment, nameTooLong, pathTooLong

    /// RFC 9110, 15.5.1 and 15.5.15.
    var status: Int {
        switch self {
        case .nameTooLong, .pathTooLong: 414
        default: 400
        }
    }

    var message: String {
        switch self {
        case .notAbsolute: "the path does not begin with /"
        case .malformedPercent: "a % in the path is not followed by two hexadecimal digits"
        case .dotSegment: "the path has a segment . or .., which the store does not resolve"
        case .encodedSlash: "the path has %2F, which is no separator and cannot be in a name"
        case .nul: "the path has %00"
        case .notUTF8: "the path is not UTF-8"
        case .emptySegment: "the path has // in it"
        case .nameTooLong: "a name in the path is over \(DocumentPath.maximumName) bytes"
        case .pathTooLong: "the path is over \(DocumentPath.maximumCount) bytes"
        }
    }
}
