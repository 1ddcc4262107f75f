internal import Bytes
internal import Catalogue
internal import Wire
internal import XMLText

/// A request to the store: the place that it is about, and what its fields say.
struct DocumentRequest {
    let path: DocumentPath
    let context: AnswerContext

    var http: Request { context.request }
    /// Milliseconds since 1970 on the session's clock.
    var now: Int64 { context.wallMilliseconds }
    /// What of the path chose the session: references in answers begin with it.
    var prefix: ArraySlice<UInt8> { http.head[http.pathPrefix] }

    func field(_ name: [UInt8]) -> ArraySlice<UInt8>? { http.first(name).map { http.head[$0] } }

    /// What its Content-Type says of the body, in small letters.
    var charset: String? { TextEncoding.charset(of: http) }

    /// How far it reaches; nil where it does not say.
    func depth() throws(StoreRefusal) -> Depth? {
        guard let field = field(Self.depthField) else { return nil }
        guard let depth = Depth(field) else { throw StoreRefusal(400, "Depth is 0, 1 or infinity (RFC 4918, 10.2)") }
        return depth
    }

    /// Whether what is at the destination may be replaced.
    func overwrites() throws(StoreRefusal) -> Bool {
        guard let field = field(Self.overwriteField)?.trimmingSpaces() else { return true }
        if field.equalsIgnoringCase("t") { return true }
        guard field.equalsIgnoringCase("f") else { throw StoreRefusal(400, "Overwrite is T or F (RFC 4918, 10.6)") }
        return false
    }

    /// Whether any of its fields begins with `If`: most requests have no condition at all.
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
