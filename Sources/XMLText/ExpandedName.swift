/// The name of an element or attribute with its namespace in place of its prefix (Namespaces in XML 1.0, section 2.1).
package struct ExpandedName: Hashable, Sendable {
    /// Empty for no namespace.
    package let namespace: [UInt8]
    package let name: [UInt8]

    package init(namespace: [UInt8], name: [UInt8]) {
        self.namespace = namespace
        self.name = name
    }
}
