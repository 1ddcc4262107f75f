internal import Bytes
internal import Wire
internal import XMLText

/// Writes a multistatus (RFC 4918, 13) from front to back, without a tree in memory.
///
///     var list = DocumentList()
///     list.begin(href)
///     list.beginProperties()
///     list.name(.dav("getetag"))
///     list.endProperties(404)
///     list.endResponse()
///     let body = list.end()
struct DocumentList {
    private var bytes: [UInt8] = []

    /// - Parameter count: The approximate number of responses, for which memory is reserved.
    init(expecting count: Int = 1) {
        bytes.reserveCapacity(count * 1_024)
        bytes += Self.head
    }

    /// Bytes so far. Callers bound it, because a small request can ask for a huge list.
    var count: Int { bytes.count }

    /// - Parameter href: Percent-encoded, as `DocumentPath.href` gives it.
    mutating func begin(_ href: [UInt8]) {
        bytes += Self.response
        XMLWriter.escape(href, into: &bytes)
        bytes += Self.endOfHref
    }

    mutating func endResponse() { bytes += Self.endOfResponse }

    mutating func end() -> [UInt8] {
        bytes += "</D:multistatus>\n".utf8
        return bytes
    }

    /// The status of a document without properties.
    /// - Parameter condition: The `DAV:` element that says why, such as `lock-token-submitted`.
    mutating func status(_ status: Int, condition: String? = nil) {
        bytes += "<D:status>HTTP/1.1 \(status) \(StatusPhrase.phrase(for: status))</D:status>".utf8
        if let condition { bytes += "<D:error><D:\(condition)/></D:error>".utf8 }
    }

    // MARK: Properties

    mutating func beginProperties() { bytes += Self.properties }

    /// Ends the properties since `beginProperties`, which have this status.
    mutating func endProperties(_ status: Int, condition: String? = nil) {
        if status == 200, condition == nil {
            bytes += Self.endOfFound
        } else {
            bytes += "</D:prop>".utf8
            self.status(status, condition: condition)
            bytes += "</D:propstat>".utf8
        }
    }

    /// A property's name as an empty element, in any namespace.
    mutating func name(_ name: PropertyName) {
        let isOfDAV = name.namespace == PropertyName.davNamespace
        bytes += (isOfDAV ? "<D:" : "<").utf8
        bytes += name.name
        if !isOfDAV, !name.namespace.isEmpty {
            bytes += " xmlns=\"".utf8
            XMLWriter.escapeValue(name.namespace, into: &bytes)
            bytes += "\"".utf8
        }
        bytes += "/>".utf8
    }

    /// A property's whole element, in which `D` is the prefix of `DAV:`, and names without a prefix are in no
    /// namespace.
    mutating func write(_ element: (inout [UInt8]) -> Void) { element(&bytes) }

    // MARK: Pieces

    private static let head = Array(
        utf8: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:multistatus xmlns:D=\"DAV:\">\n")
    private static let response = Array(utf8: "<D:response><D:href>")
    private static let endOfHref = Array(utf8: "</D:href>")
    private static let endOfResponse = Array(utf8: "</D:response>\n")
    private static let properties = Array(utf8: "<D:propstat><D:prop>")
    private static let endOfFound = Array(utf8: "</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>")
}
