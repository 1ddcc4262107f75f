/// The path prefix that selected a session. It is added to the paths in an answer, so that a client which follows them
/// stays in the session.
public struct PathPrefix: Sendable {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The script with the prefix in `Location` and in the `Path` of cookies; the same object if nothing changes. Exact
    /// heads are left alone.
    public func apply(to script: WireScript) -> WireScript {
        script.mayContainPaths ? script.changingHeads { apply(to: &$0) } : script
    }

    /// Whether the head may have a path that needs the prefix.
    static func appliesTo(_ head: ResponseHead) -> Bool {
        !head.isExact && head.fields.contains { $0.isNamed("location") || $0.isNamed("set-cookie") }
    }

    private func apply(to head: inout ResponseHead) -> Bool {
        guard Self.appliesTo(head) else { return false }
        var isChanged = false
        for (index, field) in head.fields.enumerated() {
            var value: [UInt8]?
            if field.isNamed("location") {
                if needsPrefix(field.value[...]) { value = bytes + field.value }
            } else if field.isNamed("set-cookie") {
                value = cookie(field.value)
            }
            guard let value else { continue }
            head.fields[index].value = value
            isChanged = true
        }
        return isChanged
    }

    /// One `/` begins a path, two begin an authority (RFC 3986, 4.2). A path that already has the prefix was copied
    /// from the request's target.
    private func needsPrefix(_ path: ArraySlice<UInt8>) -> Bool {
        guard path.first == UInt8(ascii: "/"), path.dropFirst().first != UInt8(ascii: "/") else { return false }
        guard path.starts(with: bytes) else { return true }
        let next = path.dropFirst(bytes.count).first
        return next.map { !"/?#".utf8.contains($0) } ?? false
    }

    /// The value of a `Set-Cookie` with the prefix in its `Path` (RFC 6265, 4.1.1 and 5.2.4); nil if nothing changes.
    private func cookie(_ value: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var isChanged = false
        for (number, attribute) in value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if number > 0 { result.append(UInt8(ascii: ";")) }
            guard number > 0, let path = Self.path(in: attribute), needsPrefix(path) else {
                result += attribute
                continue
            }
            result += attribute[..<path.startIndex] + bytes + attribute[path.startIndex...]
            isChanged = true
        }
        return isChanged ? result : nil
    }

    /// The value of a `Path` attribute; nil for other attributes.
    private static func path(in attribute: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let equals = attribute.firstIndex(of: UInt8(ascii: "=")),
            attribute[..<equals].trimmingSpaces().equalsIgnoringCase("path")
        else { return nil }
        return attribute[(equals + 1)...].trimmingSpaces()
    }
}
