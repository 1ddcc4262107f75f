internal import Wire

/// A field line without its end (RFC 9112, 5), taken apart.
struct FieldLine {
    let name: ArraySlice<UInt8>
    /// Without the blanks around it.
    let value: ArraySlice<UInt8>

    /// Nil for a line that is none: it continues another, or has no colon, or a NUL or a bare CR, which readers differ about.
    /// Whether the name is a token is for others to say.
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
