/// Digest of bytes that come in pieces: the same however they are divided. Equal digests of different bytes are as good as
/// impossible unless somebody looks for them, for which it is not meant; and it differs between processes.
public struct BodyDigest: Sendable {
    private var state = ByteHash.seed
    /// Bytes that do not fill a word yet, the first one lowest.
    private var rest: UInt64 = 0
    private var count: UInt64 = 0

    public init() {}

    public mutating func update(_ bytes: Span<UInt8>) {
        var index = 0
        while count & 7 != 0, index < bytes.count { add(bytes[index], &index) }
        count += UInt64(bytes.count - index)
        while index + 8 <= bytes.count {
            state = ByteHash.fold(state ^ ByteHash.word(bytes, index))
            index += 8
        }
        count -= UInt64(bytes.count - index)
        while index < bytes.count { add(bytes[index], &index) }
    }

    private mutating func add(_ byte: UInt8, _ index: inout Int) {
        rest |= UInt64(byte) << (8 * (count & 7))
        count += 1
        index += 1
        guard count & 7 == 0 else { return }
        state = ByteHash.fold(state ^ rest)
        rest = 0
    }

    public var value: UInt64 { ByteHash.fold(ByteHash.fold(state ^ rest) ^ count) }
}
