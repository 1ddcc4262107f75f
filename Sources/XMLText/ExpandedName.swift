/// The name of an element or an attribute as it is meant, whatever prefix it has (Namespaces in XML 1.0, section 2.1).
package struct ExpandedName: Hashable, Sendable {
    /// Empty for none.
    package let namespace: [UInt8]
    package let name: [UInt8]

    package init(namespace: [UInt8], name: [UInt8]) {
        self.namespace = namespace
        self.name = name
    }
}
