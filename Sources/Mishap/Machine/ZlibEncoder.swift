internal import CZlib
public import Wire

/// Encodes bodies by zlib: the same bytes for one version of it.
public struct ZlibEncoder: ContentEncoder {
    public init() {}

    /// At level 6, zlib's default. A gzip file has neither a name nor a time.
    public func encode(_ parts: [[UInt8]], _ name: ContentCoding.Name) -> [[UInt8]] {
        // On the heap: zlib compares the address of the stream with the one that it began with.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        let bits =
            switch name {
            case .gzip: 16 + MAX_WBITS
            case .deflate: MAX_WBITS
            case .rawDeflate: -MAX_WBITS
            }
        let state = deflateInit2_(
            stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // Of valid arguments and the zlib that this was built for, only a lack of memory is left, on which every allocation of
        // the language ends the process too.
        precondition(state == Z_OK, "zlib has no memory for a stream")
        defer { deflateEnd(stream) }
        return parts.indices.map { index in
            let isLast = index == parts.count - 1
            // Nothing is flushed twice.
            if parts[index].isEmpty, !isLast { return [] }
            return Self.encode(parts[index], stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        }
    }

    func encode(_ body: [UInt8], _ name: ContentCoding.Name) -> [UInt8] { encode([body], name)[0] }

    private static func encode(_ part: [UInt8], _ stream: UnsafeMutablePointer<z_stream>, _ flush: Int32) -> [UInt8] {
        var encoded: [UInt8] = []
        // Enough for all in nearly every case; the end of a flush takes a few bytes more than that of a stream.
        var bound = Int(deflateBound(stream, UInt(part.count))) + 16
        part.withUnsafeBufferPointer { bytes in
            // zlib only reads it.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = UInt32(bytes.count)
            repeat {
                encoded += [UInt8](unsafeUninitializedCapacity: bound) { space, count in
                    stream.pointee.next_out = space.baseAddress
                    stream.pointee.avail_out = UInt32(bound)
                    _ = deflate(stream, flush)
                    count = bound - Int(stream.pointee.avail_out)
                }
                bound = 64 << 10
                // With space left, all was written.
            } while stream.pointee.avail_out == 0
            stream.pointee.next_in = nil
        }
        return encoded
    }
}
