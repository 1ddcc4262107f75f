internal import CZlib

/// Encodes the bodies of replies by zlib: the same bytes for one version of it.
enum BodyEncoder {
    /// At level 6, zlib's default. A gzip file has neither name nor time.
    static func encode(_ body: [UInt8], _ coding: BodyDecoder.Coding) -> [UInt8] {
        var stream = z_stream()
        let bits = coding == .gzip ? 16 + MAX_WBITS : MAX_WBITS
        let state = deflateInit2_(
            &stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(state == Z_OK, "zlib has no memory for a stream")
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(body.count)))
        return body.withUnsafeBufferPointer { bytes in
            [UInt8](unsafeUninitializedCapacity: bound) { space, count in
                // zlib only reads it.
                stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                stream.avail_in = UInt32(bytes.count)
                stream.next_out = space.baseAddress
                stream.avail_out = UInt32(bound)
                let state = deflate(&stream, Z_FINISH)
                precondition(state == Z_STREAM_END, "deflateBound() is enough")
                count = Int(stream.total_out)
            }
        }
    }
}
