/// Encodes the bodies of replies. Passed in, because the coder is a C library, and this module links none.
public protocol ContentEncoder: Sendable {
    /// The parts of a body as one encoded stream, as many as there were: with each, all of the body up to its end can be
    /// decoded.
    func encode(_ parts: [[UInt8]], _ name: ContentCoding.Name) -> [[UInt8]]
}

/// The Content-Encoding that the body of a reply gets (RFC 9110, 8.4). Compared as an object.
public final class ContentCoding: Sendable, Hashable {
    public enum Name: String, Sendable, CaseIterable {
        case gzip, deflate
        /// Deflate without its envelope of zlib (RFC 1951), which some servers send in its place.
        case rawDeflate = "raw-deflate"

        /// As Content-Encoding and Accept-Encoding have it.
        var token: String { self == .gzip ? "gzip" : "deflate" }
    }

    public let name: Name
    /// Whether all requests get it; otherwise those that accept it.
    public let isAlways: Bool
    fileprivate let encoder: any ContentEncoder

    public init(_ name: Name, isAlways: Bool = false, by encoder: any ContentEncoder) {
        self.name = name
        self.isAlways = isAlways
        self.encoder = encoder
    }

    /// Whether a request gets it: its Accept-Encoding has the coding, or any, with a weight above 0 (RFC 9110, 12.5.3).
    public func applies(to request: Request) -> Bool {
        if isAlways { return true }
        var (own, any): (Bool?, Bool?) = (nil, nil)
        for index in 0..<request.fieldCount where request.isField(index, named: Self.acceptEncoding) {
            for item in request.head[request.fieldValue(index)].split(separator: UInt8(ascii: ",")) {
                let parts = item.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                let coding = parts[0].trimmingSpaces()
                let isWanted = !parts.dropFirst().contains { Self.isZeroWeight($0.trimmingSpaces()) }
                if coding.equalsIgnoringCase("*") { any = isWanted }
                if names.contains(where: { coding.equalsIgnoringCase($0) }) { own = isWanted }
            }
        }
        return own ?? any ?? false
    }

    private var names: [StaticString] { name == .gzip ? ["gzip", "x-gzip"] : ["deflate"] }

    private static let acceptEncoding = Array("accept-encoding".utf8)

    /// Whether it is `q=0`, with up to three decimals.
    private static func isZeroWeight(_ parameter: ArraySlice<UInt8>) -> Bool {
        guard let first = parameter.first, first.asciiLowercased == UInt8(ascii: "q") else { return false }
        let rest = parameter.dropFirst().trimmingSpaces()
        guard rest.first == UInt8(ascii: "=") else { return false }
        let value = rest.dropFirst().trimmingSpaces()
        return value.first == UInt8(ascii: "0")
            && value.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }

    public static func == (one: ContentCoding, other: ContentCoding) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Reply {
    /// Bytes of the largest body that is encoded.
    public static let mostEncoded = 16 << 20

    /// The reply to a request that gets its coding, or to one that does not, which varies by that.
    package func settled(isAccepted: Bool) -> Reply {
        guard let coding else { return self }
        var reply = self
        if !coding.isAlways { reply.head.varyByEncoding() }
        if !isAccepted { reply.coding = nil }
        return reply
    }

    package func settled(for request: Request) -> Reply {
        coding.map { settled(isAccepted: $0.applies(to: request)) } ?? self
    }

    /// Encodes the body, if it has a coding that has not been applied. A body that is too large stays as it is, and so does
    /// one that has a Content-Encoding already.
    package mutating func encode() {
        guard let coding else { return }
        self.coding = nil
        let parts = body.map { $0.content.bytes(0..<$0.content.count) }
        guard !parts.isEmpty, !head.has("content-encoding"), raw == nil, contentCount <= Self.mostEncoded else {
            return
        }
        for (index, part) in coding.encoder.encode(parts, coding.name).enumerated() {
            body[index].content = .bytes(part)
        }
        head.setUnlessRemoved(HeaderField("Content-Encoding", coding.name.token))
    }

    package var encoded: Reply {
        var reply = self
        reply.encode()
        return reply
    }
}

extension ResponseHead {
    private static let vary = Array("vary".utf8)

    /// Adds `Vary: Accept-Encoding`, unless the head has it, or is not to vary.
    fileprivate mutating func varyByEncoding() {
        let field = HeaderField("Vary", "Accept-Encoding")
        let varies = fields.contains { own in
            own.isNamed("vary")
                && own.value.split(separator: UInt8(ascii: ",")).contains { name in
                    let name = name.trimmingSpaces()
                    return name.equalsIgnoringCase("*") || name.equalsIgnoringCase("accept-encoding")
                }
        }
        guard !isExact, !varies, !removedNames.contains(Self.vary) else { return }
        fields.append(field)
    }
}
