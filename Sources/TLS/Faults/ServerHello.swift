/// A server's first message, in parts that can be changed (RFC 8446, 4.1.3).
struct ServerHello {
    var version: [UInt8]
    let random: [UInt8]
    var sessionID: [UInt8]
    var cipher: UInt16
    var compression: UInt8
    var extensions: [Extension]

    /// An extension, in a hello or in EncryptedExtensions.
    struct Extension {
        var kind: Int
        var content: [UInt8]
    }

    /// Kinds of extensions, as IANA lists them.
    enum Kind {
        static let alpn = 16
        static let preSharedKey = 41
        static let supportedVersions = 43
        static let cookie = 44
        static let keyShare = 51
    }

    /// - Parameter message: With its header; nil if it is none.
    init?(_ message: [UInt8]) {
        var reader = ByteReader(message.dropFirst(4))
        guard message.first == Flight.Kind.serverHello, let version = reader.take(2), let random = reader.take(32),
            let session = reader.vector(1), let cipher = reader.number(2), let compression = reader.number(1)
        else { return nil }
        (self.version, self.random, sessionID) = (Array(version), Array(random), Array(session))
        (self.cipher, self.compression) = (UInt16(cipher), UInt8(compression))
        guard let extensions = Self.extensions(&reader) else { return nil }
        self.extensions = extensions
    }

    init(
        version: [UInt8] = [3, 3], random: [UInt8], sessionID: [UInt8] = [], cipher: UInt16,
        extensions: [Extension] = []
    ) {
        (self.version, self.random, self.sessionID, self.cipher) = (version, random, sessionID, cipher)
        (compression, self.extensions) = (0, extensions)
    }

    /// Those of a message, behind their length; none at its end.
    static func extensions(_ reader: inout ByteReader) -> [Extension]? {
        guard !reader.isAtEnd else { return [] }
        guard var rest = reader.vector(2).map({ ByteReader($0) }) else { return nil }
        var extensions: [Extension] = []
        while let kind = rest.number(2), let content = rest.vector(2) {
            extensions.append(Extension(kind: kind, content: Array(content)))
        }
        return rest.isAtEnd ? extensions : nil
    }

    static func bytes(_ extensions: [Extension]) -> [UInt8] {
        let all = extensions.flatMap { $0.kind.bytes(2) + $0.content.count.bytes(2) + $0.content }
        return all.count.bytes(2) + all
    }

    /// With its header.
    var message: [UInt8] {
        let body =
            version + random + sessionID.count.bytes(1) + sessionID + Int(cipher).bytes(2) + [compression]
            + (extensions.isEmpty ? [] : Self.bytes(extensions))
        return Self.message(Flight.Kind.serverHello, body)
    }

    /// A message of the handshake (RFC 8446, 4).
    static func message(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] { [kind] + body.count.bytes(3) + body }

    var isTLS13: Bool { extensions.contains { $0.kind == Kind.supportedVersions } }
    /// Whether it is a HelloRetryRequest (RFC 8446, 4.1.3).
    var isRetry: Bool { random == Self.retryRandom }

    /// The SHA-256 of `HelloRetryRequest`.
    static let retryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    /// Changes the content of an extension, if there is one of the kind.
    mutating func change(_ kind: Int, _ change: (inout [UInt8]) -> Void) {
        for index in extensions.indices where extensions[index].kind == kind { change(&extensions[index].content) }
    }
}

extension Int {
    /// A number of so many bytes, as TLS has it.
    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
