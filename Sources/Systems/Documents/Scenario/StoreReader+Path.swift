internal import Catalogue
internal import Bytes
internal import JSONText

/// A path of a store as a scenario writes it: decoded.
struct StorePath {
    /// Without its final slash; the root is `/`.
    let bytes: [UInt8]
    /// Whether it had one.
    let isCollection: Bool
    /// Where it stands.
    let range: Range<Int>

    var isRoot: Bool { bytes.count == 1 }
    var shown: String { String(decoding: bytes, as: UTF8.self).shown }
}

extension StoreReader {
    /// The path that is the name of a store's entry.
    func storePath(_ member: JSONMember) -> StorePath? {
        let written = Array(member.name.utf8)
        guard let bytes = values.literal(written, member.nameRange, otherwise: Self.storesAreConstant) else {
            return nil
        }
        /// Points at bytes of the path, where it is as it is written.
        func refuse(_ range: Range<Int>, _ message: String, hint: String? = nil) -> StorePath? {
            let isAsWritten = bytes.count == written.count
            let place = values.place(of: range, inString: member.nameRange)
            values.error(isAsWritten && !place.isEmpty ? place : member.nameRange, message, hint: hint)
            return nil
        }
        guard bytes.first == UInt8(ascii: "/") else {
            return refuse(
                0..<bytes.count, "a path of a store begins with \"/\"", hint: "it is such as \"/notes/plan.txt\"")
        }
        if bytes.count > Self.maximumPathBytes {
            return refuse(0..<1, "a path of a store has at most \(Self.maximumPathBytes) bytes")
        }
        var start = 1
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            let name = bytes[start..<end]
            if name.isEmpty { return refuse(start - 1..<start + 1, "a name in a path of a store cannot be empty") }
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
                return refuse(start..<end, "\"\(name.text)\" is no name in a path of a store")
            }
            if let nul = name.firstIndex(of: 0) { return refuse(nul..<nul + 1, "a path of a store has no NUL") }
            if name.count > Self.maximumNameBytes {
                return refuse(start..<end, "a name in a path of a store has at most \(Self.maximumNameBytes) bytes")
            }
            start = end + 1
        }
        let isCollection = bytes.last == UInt8(ascii: "/")
        return StorePath(
            bytes: isCollection && bytes.count > 1 ? Array(bytes.dropLast()) : bytes, isCollection: isCollection,
            range: member.nameRange)
    }

    static let storesAreConstant = "a store is without placeholders"
    /// As the store takes them of a request.
    private static let maximumPathBytes = 4_096
    private static let maximumNameBytes = 255
}
