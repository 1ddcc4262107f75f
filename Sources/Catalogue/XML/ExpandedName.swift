/// The name of an element or an attribute as it is meant, whatever prefix it has (Namespaces in XML 1.0, section 2.1).
struct ExpandedName: Hashable, Sendable {
    /// Empty for none.
    let namespace: [UInt8]
    let name: [UInt8]

    init(namespace: [UInt8], name: [UInt8]) {
        self.namespace = namespace
        self.name = name
    }
}
