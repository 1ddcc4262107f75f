internal import Bytes
internal import Catalogue
internal import Wire
internal import XMLText

/// A request to the store: its path and its header fields.
struct DocumentRequest {
    let path: DocumentPath
    let context: AnswerContext

    var http: Request { context.request }
    /// Milliseconds since 1970 on the session's clock.
    var now: Int64 { context.wallMilliseconds }
    /// The prefix of the path that selected the session: references in answers begin with it.
    var prefix: ArraySlice<UInt8> { http.head[http.pathPrefix] }

    func field(_ name: [UInt8]) -> ArraySlice<UInt8>? { http.first(name).map { http.head[$0] } }

    /// The charset of the Content-Type, in lower case.
    var charset: String? { TextEncoding.charset(of: http) }

    /// The field Depth; nil if there is none.
    func depth() throws(StoreRefusal) -> Depth? {
        guard let field = field(Self.depthField) else { return nil }
        guard let depth = Depth(field) else { throw StoreRefusal(400, "Depth is 0, 1 or infinity (RFC 4918, 10.2)") }
        return depth
    }

    /// The field Overwrite; true if there is none (RFC 4918, 10.6).
    func overwrites() throws(StoreRefusal) -> Bool {
        guard let field = field(Self.overwriteField)?.trimmingSpaces() else { return true }
        if field.equalsIgnoringCase("t") { return true }
        guard field.equalsIgnoringCase("f") else { throw StoreRefusal(400, "Overwrite is T or F (RFC 4918, 10.6)") }
        return false
    }

    /// Whether the name of any field begins with `If`: a quick check, since most requests have no conditions.
    var hasConditions: Bool {
        let head = http.head
        return (0..<http.fieldCount).contains { index in
            let name = http.fieldName(index)
            return name.count > 1 && head[name.lowerBound] | 0x20 == UInt8(ascii: "i")
                && head[name.lowerBound + 1] | 0x20 == UInt8(ascii: "f")
        }
    }

    private static let depthField = Array(utf8: "depth")
    private static let overwriteField = Array(utf8: "overwrite")
}
