/// Generated content that is never stored: byte i depends only on the key and on i, so that a range, a retry or a paced
/// write can start at any offset and gets the same bytes.
///
/// The bytes are printable ASCII, space to tilde.
public struct SeededContent: Sendable, Hashable {
    public let key: UInt64
    public let count: Int

    public init(key: UInt64, count: Int) {
        self.key = key
        self.count = max(0, count)
    }

    /// The bytes of a range, clamped to the content.
    public func bytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        var result = [UInt8](repeating: 0, count: range.count)
        var span = result.mutableSpan
        fill(offset: range.lowerBound, into: &span)
        return result
    }

    /// Fills the span with the bytes from `offset` on, and returns how many were written: fewer than the span holds
    /// only at the end of the content.
    @discardableResult
    public func fill(offset: Int, into span: inout MutableSpan<UInt8>) -> Int {
        guard offset >= 0, offset < count else { return 0 }
        let length = min(span.count, count - offset)
        var word = block(offset / 8) >> UInt64(8 * (offset % 8))
        for index in 0..<length {
            let position = offset + index
            if position % 8 == 0 { word = block(position / 8) }
            span[index] = UInt8(0x20 + ((word & 0xFF) * 95) >> 8)
            word >>= 8
        }
        return length
    }

    /// Eight bytes: the output of SplitMix64 at this position of its stream.
    private func block(_ index: Int) -> UInt64 {
        Mixer.mix(key &+ (UInt64(index) &+ 1) &* Mixer.gamma)
    }
}
