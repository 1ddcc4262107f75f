/// What a placeholder or a variable comes to.
public enum TemplateValue: Sendable, Hashable {
    case text([UInt8])
    /// A JSON value that is no string, as it is written.
    case json([UInt8])
    case missing

    /// As it stands within text; nil where there is nothing.
    public var bytes: [UInt8]? {
        switch self {
        case .text(let bytes), .json(let bytes): bytes
        case .missing: nil
        }
    }

    /// More is not kept of a variable: one that is set to itself twice would soon be all of the memory.
    public static let most = 64 << 10

    /// As it is kept in a variable, and whether something was cut off, which leaves whole characters. Of JSON that is too
    /// long its text is left.
    public var kept: (value: TemplateValue, isCut: Bool) {
        guard let bytes, bytes.count > Self.most else { return (self, false) }
        var end = Self.most
        while end > Self.most - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return (.text(Array(bytes[..<end])), true)
    }
}
