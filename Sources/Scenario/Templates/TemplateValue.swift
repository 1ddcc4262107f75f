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
}
