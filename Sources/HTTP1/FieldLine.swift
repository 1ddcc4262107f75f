internal import Wire

/// A parsed field line (RFC 9112, 5).
struct FieldLine {
    let name: ArraySlice<UInt8>
    /// Without surrounding white space.
    let value: ArraySlice<UInt8>

    /// Nil if the line has no colon, continues the line before it, or has a NUL or a bare CR, on which parsers differ.
    /// The name is not checked.
    ///
    /// - Parameter line: Without its CRLF.
    init?(_ line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        name = line[..<colon]
        value = line[(colon + 1)...].trimmingSpaces()
        guard let first = line.first, first != 0x20, first != 0x09 else { return nil }
        guard !line.contains(where: { $0 == 0 || $0 == 0x0D }) else { return nil }
    }

    /// Whether the name is a token (RFC 9110, 5.1).
    var hasToken: Bool { !name.isEmpty && name.allSatisfy(\.isTokenByte) }
}
