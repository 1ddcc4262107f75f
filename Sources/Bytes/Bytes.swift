extension [UInt8] {
    /// The text's UTF-8: `Array(utf8: "/pay")`.
    @inlinable
    public init(utf8 text: String) { self = Array(text.utf8) }
}

extension Collection<UInt8> {
    /// The bytes decoded as UTF-8, with U+FFFD for invalid sequences: for messages, never for comparison.
    public var text: String { String(decoding: self, as: UTF8.self) }
}
