/// The bit mixer behind draws and seeded content. Frozen: a change would change what every seeded scenario sends.
@usableFromInline
enum Mixer {
    /// 2^64 divided by the golden ratio, rounded to an odd number: the increment of SplitMix64.
    @usableFromInline static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The output function of SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number
    /// Generators", OOPSLA 2014; Stafford's variant 13): a bijection.
    @inlinable
    static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Mixes one more word into a key; for a given key, a bijection of the word.
    @inlinable
    static func fold(_ key: UInt64, _ word: UInt64) -> UInt64 {
        mix((key &+ gamma) ^ mix(word))
    }

    /// Mixes a byte string into a key: its length, then its bytes as little-endian words of eight.
    @inlinable
    static func fold(_ key: UInt64, bytes: ArraySlice<UInt8>) -> UInt64 {
        var key = fold(key, UInt64(bytes.count))
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) << shift
            shift += 8
            if shift == 64 {
                key = fold(key, word)
                (word, shift) = (0, 0)
            }
        }
        return shift == 0 ? key : fold(key, word)
    }
}
