import Bytes
public import Wire

/// Encodes bodies by rules that a test can write down: gzip without compression, and for deflate the parts between
/// brackets.
public struct StoredEncoder: ContentEncoder {
    public init() {}

    public func encode(_ parts: [[UInt8]], _ name: ContentCoding.Name) -> [[UInt8]] {
        switch name {
        case .gzip: parts.map { Gzip.stored($0) }
        case .deflate, .rawDeflate: parts.map { Array("[".utf8) + $0 + Array("]".utf8) }
        }
    }
}
