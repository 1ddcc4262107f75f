/// The syntax of HTTP fields, independent of the version of HTTP (RFC 9110, 5.6).
extension UInt8 {
    /// RFC 9110, 5.6.2: tchar. A bit for each byte below 128.
    @inlinable package var isTokenByte: Bool {
        let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Each byte that may be in a token at its place, and blanks elsewhere.
    private static var tokenBytes: StaticString {
        """
                        \
                        \
         ! #$%&'  *+ -. \
        0123456789      \
         ABCDEFGHIJKLMNO\
        PQRSTUVWXYZ   ^_\
        `abcdefghijklmno\
        pqrstuvwxyz | ~ \
                        \
                        \
                        \
                        \
                        \
                        \
                        \
                        \

        """
    }

    /// How many of the first bytes are bytes of a token (RFC 9110, 5.6.2). By a table, since all names of fields are
    /// checked with it.
    package var tokenCount: Int {
        let table = unsafe Self.tokenBytes.utf8Start
        var end = 0
        while end < count, unsafe table[Int(self[end])] != 0x20 { end += 1 }
        return end
    }
}

extension ArraySlice<UInt8> {
    /// Without the spaces and tabs at both ends (RFC 9110, 5.6.3: OWS).
    package func trimmingSpaces() -> ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
        while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
        return slice
    }
}
