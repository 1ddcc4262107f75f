public import Wire

/// The first message of a client's handshake (RFC 8446, 4.1.2), as far as a server that is not GnuTLS reads it.
public struct ClientHello: Sendable, Hashable {
    /// What it says of the client.
    public private(set) var said = TLSHello()
    var sessionID: [UInt8] = []
    var ciphers: [UInt16] = []
    /// Groups for key exchange, as it lists them (supported_groups).
    var groups: [UInt16] = []
    /// The groups for which it sends a key.
    var keyShares: [UInt16] = []
    /// Whether it offers a session of before: pre_shared_key of TLS 1.3, or a ticket with content.
    public private(set) var offersSession = false

    /// Most bytes of a list of protocols that is kept: it stands in the journal.
    private static let longestProtocols = 1_024

    /// Nil unless the bytes begin with records that have a whole ClientHello.
    public init?(records bytes: UnsafeBufferPointer<UInt8>) {
        guard let message = Self.message(in: bytes) else { return nil }
        var reader = ByteReader(message[...])
        guard let version = reader.number(2), reader.take(32) != nil, let session = reader.vector(1),
            let ciphers = reader.vector(2), reader.vector(1) != nil
        else { return nil }
        sessionID = Array(session)
        self.ciphers = Self.numbers(ciphers)
        said.versions = [UInt16(version)]
        // A hello of before TLS 1.2 may have none.
        guard !reader.isAtEnd else { return }
        guard let extensions = reader.vector(2) else { return nil }
        var rest = ByteReader(extensions)
        while let kind = rest.number(2), let content = rest.vector(2) { read(UInt16(kind), content) }
        guard rest.isAtEnd else { return nil }
    }

    /// The message without its header, gathered from the records.
    private static func message(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var message: [UInt8] = []
        var record = 0
        while record + 5 <= bytes.count, bytes[record] == 22 {
            let end = record + 5 + (Int(bytes[record + 3]) << 8 | Int(bytes[record + 4]))
            guard end <= bytes.count else { return nil }
            message += bytes[(record + 5)..<end]
            record = end
            guard message.count >= 4 else { continue }
            guard message[0] == 1 else { return nil }
            let length = message[1...3].reduce(0) { $0 << 8 | Int($1) }
            if message.count >= 4 + length { return Array(message[4..<(4 + length)]) }
        }
        return nil
    }

    private mutating func read(_ kind: UInt16, _ content: ArraySlice<UInt8>) {
        var reader = ByteReader(content)
        switch kind {
        case 0:
            // RFC 6066, 3: a list with one host name.
            guard var names = reader.vector(2).map({ ByteReader($0) }), names.number(1) == 0,
                let name = names.vector(2), !name.isEmpty, name.count <= 255
            else { return }
            said.serverName = String(decoding: name, as: UTF8.self).lowercased()
        case 10: groups = reader.vector(2).map(Self.numbers) ?? []
        case 16:
            guard var names = reader.vector(2).map({ ByteReader($0) }) else { return }
            var room = Self.longestProtocols
            while let name = names.vector(1), name.count <= room {
                said.alpn.append(String(decoding: name, as: UTF8.self))
                room -= name.count + 1
            }
        case 35: if !content.isEmpty { offersSession = true }
        case 41: offersSession = true
        case 43: said.versions = reader.vector(1).map(Self.numbers) ?? []
        case 51:
            guard var shares = reader.vector(2).map({ ByteReader($0) }) else { return }
            while let group = shares.number(2), shares.vector(2) != nil { keyShares.append(UInt16(group)) }
        default: break
        }
    }

    /// Numbers of two bytes, without those of no meaning (RFC 8701).
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [UInt16] {
        var reader = ByteReader(bytes)
        var numbers: [UInt16] = []
        while numbers.count < 256, let number = reader.number(2) {
            if number & 0x0F0F != 0x0A0A { numbers.append(UInt16(number)) }
        }
        return numbers
    }
}

/// Reads numbers and vectors as TLS has them (RFC 8446, 3).
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number of so many bytes.
    mutating func number(_ bytes: Int) -> Int? { take(bytes)?.reduce(0) { $0 << 8 | Int($1) } }

    /// Bytes behind a length of so many bytes.
    mutating func vector(_ lengthBytes: Int) -> ArraySlice<UInt8>? {
        guard let count = number(lengthBytes) else { return nil }
        return take(count)
    }
}
