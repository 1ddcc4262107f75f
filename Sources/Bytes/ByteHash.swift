/// Hash and equality of byte strings, eight bytes at a time.
public enum ByteHash {
    /// Random for each process, against hash flooding: keys come from clients, and with a known seed 30,000 names with
    /// the same hash are soon found. No output depends on it.
    @usableFromInline static let seed = UInt64.random(in: .min ... .max)

    /// The hash with this process's seed; it differs between processes.
    @inlinable
    public static func hash(_ bytes: Span<UInt8>) -> UInt64 { hash(bytes, seed: seed) }

    /// Multiply-and-fold, as in wyhash: each word is mixed by a 64 by 64 to 128 bit product.
    @inlinable
    static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
        let count = bytes.count
        var hash = UInt64(truncatingIfNeeded: count) ^ seed
        var offset = 0
        while offset + 8 < count {
            hash = fold(hash ^ word(bytes, offset))
            offset += 8
        }
        return fold(fold(hash ^ tail(bytes, offset)) ^ 0xE703_7ED1_A0B4_28DB)
    }

    @inlinable
    static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        let count = a.count
        guard count == b.count else { return false }
        var offset = 0
        while offset + 8 < count {
            guard word(a, offset) == word(b, offset) else { return false }
            offset += 8
        }
        return tail(a, offset) == tail(b, offset)
    }

    @inlinable
    static func fold(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low ^ value
    }

    /// The last one to eight bytes as one word. If the input has at least eight bytes, its last eight are read at once,
    /// so that some bytes before `offset` are mixed in twice, which does no harm.
    @inlinable
    static func tail(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        let count = bytes.count
        if count >= 8 { return word(bytes, count - 8) }
        var value: UInt64 = 0
        for index in offset..<count {
            value = value << 8 | UInt64(bytes[index])
        }
        return value
    }

    /// Safe: the load is bounds-checked, and every bit pattern is a valid `UInt64`.
    @inlinable
    static func word(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        UInt64(
            littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(
                fromByteOffset: offset, as: UInt64.self))
    }
}
