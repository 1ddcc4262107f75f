internal import Catalogue
internal import Bytes
internal import JSONText

/// A decoded path of a store, as it is written in a scenario.
struct StorePath {
    /// Without the final slash; the root is `/`.
    let bytes: [UInt8]
    /// Whether it was written with a final slash.
    let isCollection: Bool
    /// Its position in the file.
    let range: Range<Int>

    var isRoot: Bool { bytes.count == 1 }
    var shown: String { String(decoding: bytes, as: UTF8.self).shown }
}

extension StoreReader {
    /// Reads the path of an entry, which is the name of the member.
    func storePath(_ member: JSONMember) -> StorePath? {
        let written = Array(member.name.utf8)
        guard let bytes = values.literal(written, member.nameRange, otherwise: Self.storesAreConstant) else {
            return nil
        }
        /// Reports an error at these bytes of the path, or at the whole path if it has escapes.
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
                return refuse(start..<end, "\"\(name.text)\" is not a name in a path of a store")
            }
            if let nul = name.firstIndex(of: 0) { return refuse(nul..<nul + 1, "a path of a store cannot have a NUL") }
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

    static let storesAreConstant = "a store cannot have placeholders"
    /// The limits of `DocumentPath`.
    private static let maximumPathBytes = 4_096
    private static let maximumNameBytes = 255
}
