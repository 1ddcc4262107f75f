internal import Wire

/// The table of what is sent in the place of the server's messages in a handshake.
struct ChangedMessages {
    /// A content of a record, and its type.
    typealias Content = (type: UInt8, bytes: [UInt8])

    enum Change: Hashable {
        case fault(TLSFault.Message)
        /// The server's hello names a session that the client has not offered.
        case wrongIdentity
    }

    private let change: Change
    /// That of the client; nil if it was too long to be read at once.
    private let hello: ClientHello?
    /// A message that waits for the one which is sent ahead of it.
    private var kept: [UInt8] = []

    init(_ change: Change, for hello: ClientHello?) {
        self.change = change
        self.hello = hello
    }

    /// - Parameter message: Whole, with its header.
    mutating func contents(of message: [UInt8], isTLS13: Bool) -> [Content] {
        let bytes = changed(message, isTLS13)
        guard case .fault(let fault) = change, message[0] == Flight.Kind.certificate || !kept.isEmpty else {
            return [(Flight.Kind.handshake, bytes)]
        }
        switch fault {
        case .missing: return []
        case .repeated: return [(Flight.Kind.handshake, bytes), (Flight.Kind.handshake, bytes)]
        case .unknown: return [(Flight.Kind.handshake, [99, 0, 0, 0]), (Flight.Kind.handshake, bytes)]
        case .dataInHandshake: return [(Flight.Kind.data, Array("Mishap".utf8)), (Flight.Kind.handshake, bytes)]
        case .unaskedStaple: return [(Flight.Kind.handshake, bytes), (Flight.Kind.handshake, Self.staple)]
        case .wrongOrder where kept.isEmpty:
            kept = bytes
            return []
        case .wrongOrder:
            defer { kept = [] }
            return [(Flight.Kind.handshake, bytes), (Flight.Kind.handshake, kept)]
        default: return [(Flight.Kind.handshake, bytes)]
        }
    }

    /// The record of a ChangeCipherSpec.
    func changeCipherSpec(_ record: [UInt8]) -> [UInt8] {
        change == .fault(.badChangeCipherSpec) ? record.dropLast() + [2] : record
    }

    /// An answer of OCSP that is none, as TLS 1.2 has it (RFC 6066, 8).
    private static let staple = ServerHello.message(
        Flight.Kind.certificateStatus, [1] + 64.bytes(3) + [UInt8](repeating: 0xFF, count: 64))

    // MARK: Bytes

    private func changed(_ message: [UInt8], _ isTLS13: Bool) -> [UInt8] {
        switch message[0] {
        case Flight.Kind.serverHello: changedHello(message)
        case Flight.Kind.encryptedExtensions: changedExtensions(message)
        case Flight.Kind.certificate: changedCertificate(message, isTLS13)
        case Flight.Kind.serverKeyExchange: changedKeyExchange(message)
        case Flight.Kind.certificateVerify where change == .fault(.unofferedSignature):
            message[..<4] + Self.unofferedSignature + message[6...]
        default: message
        }
    }

    /// RSA with MD5.
    private static let unofferedSignature: [UInt8] = [1, 1]

    private func changedHello(_ message: [UInt8]) -> [UInt8] {
        guard var server = ServerHello(message), !server.isRetry else { return message }
        switch change {
        case .wrongIdentity: server.change(ServerHello.Kind.preSharedKey) { $0 = [0, 7] }
        case .fault(.unknownVersion):
            if server.isTLS13 {
                server.change(ServerHello.Kind.supportedVersions) { $0 = [3, 9] }
            } else {
                server.version = [3, 9]
            }
        case .fault(.unofferedCipher):
            // Of TLS 1.3: with short tags. Of TLS 1.2: RC4.
            let known: [UInt16] = server.isTLS13 ? [0x1305, 0x1304, 0x13FE] : [0x0005, 0x0004]
            server.cipher = known.first { hello?.ciphers.contains($0) != true } ?? known[0]
        case .fault(.compression): server.compression = 1
        case .fault(.wrongSessionID): server.sessionID = [UInt8](repeating: 0x5A, count: 32)
        case .fault(.malformedALPN): server.change(ServerHello.Kind.alpn) { $0 = Self.twoProtocols }
        case .fault(.badKeyShare):
            server.change(ServerHello.Kind.keyShare) {
                guard $0.count > 4 else { return }
                $0 = $0[..<2] + ($0.count - 5).bytes(2) + $0[4...].dropLast()
            }
        case .fault(.unofferedGroup): server.change(ServerHello.Kind.keyShare) { $0.replaceSubrange(..<2, with: group) }
        default: return message
        }
        return server.message
    }

    /// A group that the client does not speak.
    private var group: [UInt8] {
        // X448, P-521, and a number of nobody.
        let known: [UInt16] = [0x001E, 0x0019, 0x00FE]
        return Int(known.first { hello?.groups.contains($0) != true } ?? 0x00FE).bytes(2)
    }

    /// A list of two where one belongs (RFC 7301, 3.1).
    private static let twoProtocols: [UInt8] = {
        let names = Array("http/1.1".utf8)
        let list = [UInt8(names.count)] + names + [UInt8(names.count)] + names
        return list.count.bytes(2) + list
    }()

    private func changedExtensions(_ message: [UInt8]) -> [UInt8] {
        var reader = ByteReader(message.dropFirst(4))
        guard change == .fault(.malformedALPN), var extensions = ServerHello.extensions(&reader) else {
            return message
        }
        for index in extensions.indices where extensions[index].kind == ServerHello.Kind.alpn {
            extensions[index].content = Self.twoProtocols
        }
        return ServerHello.message(message[0], ServerHello.bytes(extensions))
    }

    private func changedCertificate(_ message: [UInt8], _ isTLS13: Bool) -> [UInt8] {
        switch change {
        // An empty list; in TLS 1.3 the context of a request is ahead of it.
        case .fault(.noCertificate): ServerHello.message(message[0], isTLS13 ? [0, 0, 0, 0] : [0, 0, 0])
        case .fault(.truncated): ServerHello.message(message[0], Array(message[4...].dropLast(2)))
        case .fault(.oversized): [message[0], 0x7F, 0xFF, 0xFF] + message[4...]
        default: message
        }
    }

    /// The server's key of TLS 1.2, on a curve that has a name (RFC 8422, 5.4): a byte, the group, the point, and the signature.
    private func changedKeyExchange(_ message: [UInt8]) -> [UInt8] {
        var reader = ByteReader(message.dropFirst(4))
        guard reader.number(1) == 3, reader.take(2) != nil, let point = reader.vector(1), let signature = reader.take(2)
        else { return message }
        switch change {
        case .fault(.unofferedSignature):
            return message[..<signature.startIndex] + Self.unofferedSignature + message[signature.endIndex...]
        case .fault(.unofferedGroup): return message[..<5] + group + message[7...]
        case .fault(.badKeyShare):
            let body = message[4..<7] + (point.count - 1).bytes(1) + point.dropLast() + message[point.endIndex...]
            return ServerHello.message(message[0], Array(body))
        default: return message
        }
    }
}
