internal import Wire

extension Failure {
    /// A success that is larger than the client can store.
    static let tooLarge = Failure(
        "http/too-large", "The response is a success, and larger than the client has room for.",
        wire: """
            The reply's own status and fields, and in place of its body `size` bytes without a meaning, with their \
            Content-Length, as fast as the client takes them.
            """,
        reports: .measured(curl: "63 with --max-filesize; else 0"),
        source: "RFC 9110, 8.6; NSURLErrorDataLengthExceedsMaximum in NSURLError.h", evidence: .assumed,
        parameters: [
            Parameter("size", .bytes(1...largest), "Bytes of body.", standard: .count(standard))
        ], needsBody: true,
        effect: .spoiler { arguments, reply in
            let size = arguments.count("size") ?? standard
            reply.body = [Reply.Part(.seeded(key: 0, range: 0..<size))]
            reply.trailers = []
            reply.frame(.length(size))
        })

    private static let standard = 10_000_000
    /// 1 TiB.
    private static let largest = 1 << 40
}
