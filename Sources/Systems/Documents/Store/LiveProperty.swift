internal import Bytes
internal import Wire
internal import XMLText

/// A property that the store computes (live property: RFC 4918, 15; RFC 4331, 3 and 4).
enum LiveProperty: Int, CaseIterable {
    case creationDate, contentLength, contentType, entityTag, lastModified, resourceType, supportedLock, lockDiscovery
    case quotaAvailable, quotaUsed

    init?(_ name: PropertyName) {
        guard name.namespace == PropertyName.davNamespace,
            let index = Self.names.firstIndex(where: { $0.name == name.name })
        else { return nil }
        self.init(rawValue: index)
    }

    var name: PropertyName { Self.names[rawValue] }

    /// Whether `allprop` includes it; quotas are only returned by name (RFC 4331, 3).
    var isInAll: Bool { self != .quotaAvailable && self != .quotaUsed }

    private static let names = [
        "creationdate", "getcontentlength", "getcontenttype", "getetag", "getlastmodified", "resourcetype",
        "supportedlock", "lockdiscovery", "quota-available-bytes", "quota-used-bytes",
    ].map { PropertyName.dav($0) }

    /// Whether the resource has it: a collection has no content.
    func isDefined(for resource: StoredResource) -> Bool {
        switch self {
        case .contentLength, .contentType, .entityTag: resource.document != nil
        default: true
        }
    }

    /// Writes the element of a resource that has the property.
    func write(_ resource: StoredResource, _ view: StoreView, into output: inout [UInt8]) {
        let tags = Self.tags[rawValue]
        output += tags.open
        switch self {
        case .creationDate: output += HTTPDate.iso8601(epochMilliseconds: resource.created)
        case .contentLength: output += String(resource.document?.content.count ?? 0).utf8
        case .contentType: XMLWriter.escape(resource.document?.type ?? [], into: &output)
        case .entityTag:
            if let document = resource.document { output += DocumentStore.entityTag(document.number, in: view.context) }
        case .lastModified: output += HTTPDate.format(milliseconds: resource.modified)
        case .resourceType: if resource.document == nil { output += Self.collection }
        case .supportedLock: output += Self.supportedLocks
        case .lockDiscovery: view.write(resource.locks, into: &output)
        case .quotaAvailable: output += String(view.availableBytes).utf8
        case .quotaUsed: output += String(view.usedBytes).utf8
        }
        output += tags.close
    }

    private static let tags = names.map { name in
        (open: Array(utf8: "<D:\(name.name.text)>"), close: Array(utf8: "</D:\(name.name.text)>"))
    }
    private static let collection = Array(utf8: "<D:collection/>")
    private static let supportedLocks = Array(
        utf8: ["exclusive", "shared"].map { scope in
            "<D:lockentry><D:lockscope><D:\(scope)/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>"
        }.joined())
}
