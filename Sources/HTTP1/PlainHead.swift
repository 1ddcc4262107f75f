public import Wire

/// A whole head at the beginning of bytes, written as every reader of HTTP/1 understands it, and read where it is.
///
/// Plain is a head whose lines all end in CRLF and none of them in a blank before that, without empty lines before it. What
/// is not plain may be legal: `RequestReader` reads it.
public struct PlainHead {
    public let framing: RequestFraming
    /// Bytes of the head, the empty line included.
    public let count: Int

    /// Reads the head into the request; nil if there is none, it is not plain, or it is to be refused.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>, into request: Request) {
        guard let count = unsafe Self.count(in: bytes),
            case .success(let framing) = unsafe RequestReader.read(bytes[bytes: 0..<count], into: request)
        else { return nil }
        self.framing = framing
        self.count = count
    }

    /// Bytes of a whole head whose lines are plain; nil if there is none.
    public static func count(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = 0
        while let end = unsafe bytes.lineFeed(from: start) {
            guard end > start, unsafe bytes[end - 1] == 0x0D else { return nil }
            if end == start + 1 { return start == 0 ? nil : end + 1 }
            let last = unsafe bytes[end - 2]
            guard last != 0x20, last != 0x09 else { return nil }
            start = end + 1
        }
        return nil
    }
}
