internal import Wire

/// Where name and value are in a field line (RFC 9112, 5).
package struct FieldLine {
    /// The name is in front of the first colon.
    package let nameCount: Int
    /// Whether the name is a token (RFC 9110, 5.1).
    package let hasToken: Bool
    /// Without surrounding white space.
    package let value: Range<Int>

    /// Nil if the line has no colon, continues the line before it, or has a NUL or a bare CR, on which parsers differ.
    ///
    /// - Parameter line: Without its CRLF.
    package init?(_ line: UnsafeBufferPointer<UInt8>) {
        guard let first = unsafe line.first, first != 0x20, first != 0x09, unsafe !line.hasNULOrCR else { return nil }
        let tokenCount = unsafe line.tokenCount
        // No byte of a token is a colon.
        var colon = tokenCount
        while colon < line.count, unsafe line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon < line.count else { return nil }
        nameCount = colon
        hasToken = colon > 0 && colon == tokenCount
        value = unsafe line.trimmingSpaces(colon + 1..<line.count)
    }
}
