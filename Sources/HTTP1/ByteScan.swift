internal import Wire

/// Sixteen bytes, of which a search looks at all in one step.
private typealias Block = SIMD16<UInt8>

extension SIMDMask<SIMD16<Int8>> {
    /// All bits of a byte are set if its condition holds. The first byte is the lowest. Cast, since a mask has no other way to
    /// its bits as numbers; both have 16 bytes.
    fileprivate var words: SIMD2<UInt64> { unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) }
    fileprivate var isAny: Bool { words[0] | words[1] != 0 }
}

/// Searches and comparisons in the bytes of a head. It is searched several times, and a loop over an array's slice takes tens
/// of instructions a byte.
extension UnsafeBufferPointer<UInt8> {
    @inline(__always)
    private func block(at offset: Int) -> Block {
        unsafe UnsafeRawPointer(baseAddress! + offset).loadUnaligned(as: Block.self)
    }

    /// The offset of the first LF from `start` on; nil if there is none.
    func lineFeed(from start: Int) -> Int? {
        var offset = start
        while offset + Block.scalarCount <= count {
            let found = unsafe (block(at: offset) .== Block(repeating: 0x0A)).words
            if found[0] != 0 { return offset + found[0].trailingZeroBitCount >> 3 }
            if found[1] != 0 { return offset + 8 + found[1].trailingZeroBitCount >> 3 }
            offset += Block.scalarCount
        }
        while offset < count {
            if unsafe self[offset] == 0x0A { return offset }
            offset += 1
        }
        return nil
    }

    /// Whether a byte is one of those that `isWanted` finds in a block.
    @inline(__always)
    private func contains(_ isWanted: (Block) -> SIMDMask<SIMD16<Int8>>) -> Bool {
        guard count >= Block.scalarCount else { return unsafe count > 0 && isWanted(smallBlock).isAny }
        var offset = 0
        while offset + Block.scalarCount < count {
            if unsafe isWanted(block(at: offset)).isAny { return true }
            offset += Block.scalarCount
        }
        return unsafe isWanted(block(at: count - Block.scalarCount)).isAny
    }

    /// All bytes, which are less than a block and at least one, some of them more than once. Put together of words, whose
    /// casts change no size: byte by byte it takes as long as the search.
    private var smallBlock: Block {
        let start = unsafe UnsafeRawPointer(baseAddress!)
        if count >= 8 {
            let words = unsafe SIMD2(
                start.loadUnaligned(as: UInt64.self), start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
            return unsafe unsafeBitCast(words, to: Block.self)
        }
        if count >= 4 {
            let first = unsafe start.loadUnaligned(as: UInt32.self)
            let last = unsafe start.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return unsafe unsafeBitCast(SIMD4(first, last, first, last), to: Block.self)
        }
        var block = unsafe Block(repeating: self[0])
        block[1] = unsafe self[count / 2]
        block[2] = unsafe self[count - 1]
        return block
    }

    var hasNULOrCR: Bool {
        unsafe contains { $0 .== Block(repeating: 0) .| $0 .== Block(repeating: 0x0D) }
    }

    /// Whether there is a control byte: below 0x20, or DEL.
    var hasControl: Bool {
        unsafe contains { $0 .< Block(repeating: 0x20) .| $0 .== Block(repeating: 0x7F) }
    }

    /// Whether there is a control byte or a space.
    var hasControlOrSpace: Bool {
        unsafe contains { $0 .< Block(repeating: 0x21) .| $0 .== Block(repeating: 0x7F) }
    }

    /// Whether there is a byte below 0x20 that is no CR.
    var hasControlButCR: Bool {
        unsafe contains { $0 .< Block(repeating: 0x20) .& $0 .!= Block(repeating: 0x0D) }
    }

    /// A line up to its LF, without the CR before it.
    var withoutCR: UnsafeBufferPointer {
        unsafe last == 0x0D ? UnsafeBufferPointer(start: baseAddress, count: count - 1) : self
    }

    /// The bytes in a range.
    subscript(bytes range: Range<Int>) -> UnsafeBufferPointer {
        unsafe UnsafeBufferPointer(start: baseAddress.map { unsafe $0 + range.lowerBound }, count: range.count)
    }

    /// A range without the spaces and tabs at both ends (RFC 9110, 5.6.3: OWS).
    func trimmingSpaces(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, unsafe self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, unsafe self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    /// ASCII case-insensitive comparison with a text in lower case.
    func equalsIgnoringCase(_ lowercased: StaticString) -> Bool {
        guard count == lowercased.utf8CodeUnitCount else { return false }
        for index in 0..<count
        where unsafe self[index].asciiLowercased != lowercased.utf8Start[index] { return false }
        return true
    }

    /// The same for a token and a name of at least four letters and hyphens, which are compared by words: of all token
    /// bytes, the bit 0x20 makes these only of their capitals.
    @inline(__always)
    func isToken(named lowercased: StaticString) -> Bool {
        let wanted = lowercased.utf8CodeUnitCount
        guard count == wanted, let own = baseAddress else { return false }
        let name = unsafe lowercased.utf8Start
        guard wanted >= 8 else {
            return unsafe Self.equals(own, name, 0, 0x2020_2020 as UInt32)
                && Self.equals(own, name, wanted - 4, 0x2020_2020 as UInt32)
        }
        var offset = 0
        while offset + 8 < wanted {
            guard unsafe Self.equals(own, name, offset, 0x2020_2020_2020_2020 as UInt64) else { return false }
            offset += 8
        }
        return unsafe Self.equals(own, name, wanted - 8, 0x2020_2020_2020_2020 as UInt64)
    }

    @inline(__always)
    private static func equals<Word: FixedWidthInteger & BitwiseCopyable>(
        _ own: UnsafePointer<UInt8>, _ name: UnsafePointer<UInt8>, _ offset: Int, _ lowerCase: Word
    ) -> Bool {
        unsafe UnsafeRawPointer(own + offset).loadUnaligned(as: Word.self) | lowerCase
            == UnsafeRawPointer(name + offset).loadUnaligned(as: Word.self)
    }
}
