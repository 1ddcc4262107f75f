internal import Bytes
internal import Wire

extension Failure {
    /// A body with `Content-Encoding: gzip` that cannot be decompressed.
    static let badGzip = Failure(
        "http/bad-gzip", "The body is said to be gzip and cannot be unpacked.",
        wire: """
            Content-Encoding: gzip. By `plain`: the body as it is, not packed. By `midway`: a gzip \
            stream that is right for the first half and then has a block of a type that does not \
            exist. By `checksum`: a gzip stream whose CRC-32 is wrong. Content-Length fits.
            """,
        reports: .measured(
            curl: "61 with --compressed, else 0", requests: "ContentDecodingError, from zlib.error",
            node: "TypeError: terminated, from Z_DATA_ERROR", java: "200: it does not unpack",
            urlSession: "NSURLErrorDomain -1, incorrect header check"),
        source: Measured.and("RFC 1952, 2.3; RFC 1951, 3.2.3; RFC 9110, 8.4.1.3"), evidence: .observed,
        parameters: [.by(["plain", "midway", "checksum"], "What is wrong with the stream.")],
        needsBody: true, rewritesBody: true, breaksCoding: true,
        effect: .spoiler { arguments, reply in
            switch arguments.text("by") {
            case "midway": reply.replaceBody(brokenMidway(reply.content))
            case "checksum":
                var packed = Gzip.stored(reply.content)
                packed[packed.count - 8] ^= 0xFF  // the first byte of the CRC-32, which ISIZE follows
                reply.replaceBody(packed)
            default: break
            }
            reply.head.set("Content-Encoding", "gzip")
        })

    /// A valid first block, then a final one of type 11, which is reserved (RFC 1951, 3.2.3).
    private static func brokenMidway(_ content: [UInt8]) -> [UInt8] {
        let half = content.count / 2
        var packed = Array(Gzip.stored(Array(content[..<half])).dropLast(8))
        packed[headerCount] &= 0xFE  // clears BFINAL: more blocks follow
        return packed + [0x07] + content[half...]
    }

    /// The size in bytes of a gzip header without optional fields.
    private static var headerCount: Int { 10 }
}
