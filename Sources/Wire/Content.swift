internal import Bytes

/// Bytes of a body, after content coding and before any framing of the transport.
///
/// Seeded content is generated when it is sent: ten megabytes of it take no memory.
public enum Content: Sendable, Hashable {
    case bytes([UInt8])
    /// A range of the unlimited generated content for `key`; see `SeededContent`.
    case seeded(key: UInt64, range: Range<Int>)

    public static let empty = Content.bytes([])

    public var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .seeded(_, let range): range.count
        }
    }

    public var isEmpty: Bool { count == 0 }

    /// The first `count` bytes, or all if there are fewer.
    public func prefix(_ count: Int) -> Content { slice(0..<min(count, self.count)) }

    /// Everything after the first `count` bytes.
    public func dropFirst(_ count: Int) -> Content { slice(min(count, self.count)..<self.count) }

    /// A part of the content; the range counts from its start.
    func slice(_ wanted: Range<Int>) -> Content {
        switch self {
        case .bytes(let bytes):
            .bytes(wanted == 0..<bytes.count ? bytes : Array(bytes[wanted]))
        case .seeded(let key, let range):
            .seeded(
                key: key,
                range: range.lowerBound + wanted.lowerBound..<range.lowerBound + wanted.upperBound)
        }
    }

    /// The bytes of a range, which counts from the start of this content.
    public func bytes(_ wanted: Range<Int>) -> [UInt8] {
        switch self {
        case .bytes(let bytes):
            wanted == 0..<bytes.count ? bytes : Array(bytes[wanted])
        case .seeded(let key, let range):
            SeededContent(key: key, count: range.upperBound).bytes(
                range.lowerBound + wanted.lowerBound..<range.lowerBound + wanted.upperBound)
        }
    }
}
