internal import XMLText

/// The name of a property (RFC 4918, 4.5).
typealias PropertyName = ExpandedName

extension PropertyName {
    static let davNamespace = Array("DAV:".utf8)

    /// A name in the namespace `DAV:`.
    static func dav(_ name: String) -> PropertyName { PropertyName(namespace: davNamespace, name: Array(name.utf8)) }

    /// The local name in the namespace `DAV:`, such as `getetag`; nil in any other namespace.
    var davName: String? { namespace == Self.davNamespace ? String(decoding: name, as: UTF8.self) : nil }
}
