/// The value of a placeholder or a variable.
public enum TemplateValue: Sendable, Hashable {
    case text([UInt8])
    /// JSON text of a value other than a string.
    case json([UInt8])
    case missing

    /// The value within text; nil if it is missing.
    public var bytes: [UInt8]? {
        switch self {
        case .text(let bytes), .json(let bytes): bytes
        case .missing: nil
        }
    }

    /// An integer with this added; missing for what is none, and beyond 64 bits.
    func shifted(by shift: Int64) -> TemplateValue {
        guard let bytes, let number = Int64(String(decoding: bytes, as: UTF8.self)), bytes.first != UInt8(ascii: "+")
        else { return .missing }
        let (sum, isOver) = number.addingReportingOverflow(shift)
        return isOver ? .missing : .json(Array(String(sum).utf8))
    }

    /// Bytes kept of a variable at most: one that is repeatedly set to itself twice would otherwise fill the memory.
    public static let maximumSize = 64 << 10

    /// The value kept in a variable, and whether it was truncated, which happens at a character boundary. JSON that is
    /// too long becomes text.
    public var kept: (value: TemplateValue, isCut: Bool) {
        guard let bytes, bytes.count > Self.maximumSize else { return (self, false) }
        var end = Self.maximumSize
        while end > Self.maximumSize - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return (.text(Array(bytes[..<end])), true)
    }
}
