internal import Bytes
internal import Catalogue
internal import Wire

/// The parts of a path of the Graph API: version, node and edge.
///
///     /v20.0/me/permissions?limit=5    version v20.0, node me, edge permissions
struct GraphPath {
    let version: ArraySlice<UInt8>?
    /// Path and query after the version, without the first slash, as they were sent.
    let relative: ArraySlice<UInt8>
    let node: [UInt8]?
    let edge: [UInt8]?

    init(_ request: Request) {
        self.init(request.head[request.pathStart..<request.target.upperBound])
    }

    /// Reads the relative URL of a request in a batch.
    init(relative url: [UInt8]) { self.init(url[...]) }

    private init(_ target: ArraySlice<UInt8>) {
        var rest = Self.withoutSlash(target)
        var path = rest.prefix { $0 != UInt8(ascii: "?") }
        let first = path.prefix { $0 != UInt8(ascii: "/") }
        if Self.isVersion(first) {
            version = first
            rest = Self.withoutSlash(rest[first.endIndex...])
            path = rest.prefix { $0 != UInt8(ascii: "?") }
        } else {
            version = nil
        }
        relative = rest
        let name = path.prefix { $0 != UInt8(ascii: "/") }
        let remainder = Self.withoutSlash(path[name.endIndex...])
        node = name.isEmpty ? nil : PercentCoding.decode(name)
        edge = remainder.isEmpty ? nil : PercentCoding.decode(remainder)
    }

    private static func withoutSlash(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.first == UInt8(ascii: "/") ? text.dropFirst() : text
    }

    /// `v20.0`: a `v`, digits, a point, digits.
    private static func isVersion(_ segment: ArraySlice<UInt8>) -> Bool {
        guard segment.first == UInt8(ascii: "v"), let point = segment.firstIndex(of: UInt8(ascii: ".")) else {
            return false
        }
        func areDigits(_ text: ArraySlice<UInt8>) -> Bool {
            !text.isEmpty && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return areDigits(segment[segment.startIndex + 1..<point]) && areDigits(segment[(point + 1)...])
    }

    /// `facebook-api-version` with the version that a call, or the request, asks for; nil if it asks for none.
    static func versionField(_ call: Call?, _ request: Request) -> HeaderField? {
        let version = call.map { $0.fields[GraphAPI.Field.version] } ?? GraphPath(request).version.map { Array($0) }
        return version.map { HeaderField(name: versionName, value: $0) }
    }

    private static let versionName = Array("facebook-api-version".utf8)

    /// The match fields of the path.
    var fields: CallFields {
        var fields = CallFields([GraphAPI.Field.relativeURL: Array(relative)])
        if let version { fields[GraphAPI.Field.version] = Array(version) }
        if let node { fields[GraphAPI.Field.node] = node }
        if let edge { fields[GraphAPI.Field.edge] = edge }
        return fields
    }
}
