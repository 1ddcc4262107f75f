/// The CRC-32 of gzip (RFC 1952, section 8; reflected polynomial EDB88320), computed incrementally, so that long
/// content need not be in memory at once.
public struct CRC32: Sendable, Hashable {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    private var register: UInt32 = 0xFFFF_FFFF

    public init() {}

    /// The checksum of all bytes so far.
    public var value: UInt32 { ~register }

    public mutating func update(_ bytes: Span<UInt8>) {
        let table = Self.table
        var register = register
        for index in bytes.indices {
            register = table[Int((register ^ UInt32(bytes[index])) & 0xFF)] ^ (register >> 8)
        }
        self.register = register
    }

    public mutating func update(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        update(bytes.span)
    }

    /// The checksum of all bytes at once; that of `"123456789"` is CBF43926.
    public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        return sum.value
    }
}
