internal import CZlib
public import Wire

/// Encodes bodies by zlib: the same bytes for one version of it.
public struct ZlibEncoder: ContentEncoder {
    public init() {}

    /// At level 6, zlib's default. A gzip file has neither a name nor a time.
    public func encode(_ parts: [[UInt8]], _ name: ContentCoding.Name) -> [[UInt8]] {
        var stream = z_stream()
        let bits = name == .gzip ? 16 + MAX_WBITS : MAX_WBITS
        let state = deflateInit2_(
            &stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(state == Z_OK, "zlib has no memory for a stream")
        defer { deflateEnd(&stream) }
        return parts.indices.map { index in
            let isLast = index == parts.count - 1
            return Self.encode(parts[index], &stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        }
    }

    func encode(_ body: [UInt8], _ name: ContentCoding.Name) -> [UInt8] { encode([body], name)[0] }

    private static func encode(_ part: [UInt8], _ stream: inout z_stream, _ flush: Int32) -> [UInt8] {
        // The end of a flush takes a few bytes more than the end of a stream.
        let bound = Int(deflateBound(&stream, UInt(part.count))) + 16
        return part.withUnsafeBufferPointer { bytes in
            [UInt8](unsafeUninitializedCapacity: bound) { space, count in
                // zlib only reads it.
                stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                stream.avail_in = UInt32(bytes.count)
                stream.next_out = space.baseAddress
                stream.avail_out = UInt32(bound)
                let state = deflate(&stream, flush)
                precondition(state == (flush == Z_FINISH ? Z_STREAM_END : Z_OK) && stream.avail_out > 0)
                count = bound - Int(stream.avail_out)
            }
        }
    }
}
