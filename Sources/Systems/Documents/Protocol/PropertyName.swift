internal import XMLText

/// The name of a property of a document (RFC 4918, 4.5).
typealias PropertyName = ExpandedName

extension PropertyName {
    static let davNamespace = Array("DAV:".utf8)

    /// A name of RFC 4918's own.
    static func dav(_ name: String) -> PropertyName { PropertyName(namespace: davNamespace, name: Array(name.utf8)) }

    /// The name behind `DAV:`, such as `getetag`; nil for a property of anybody else.
    var davName: String? { namespace == Self.davNamespace ? String(decoding: name, as: UTF8.self) : nil }
}
