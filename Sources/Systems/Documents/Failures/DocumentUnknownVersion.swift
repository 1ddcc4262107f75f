internal import Catalogue
internal import Wire

extension Failure {
    static let documentUnknownVersion = Failure(
        "documents/unknown-version", "The document is a property list of a version that nobody knows yet.",
        wire: """
            The reply's own status, and a binary property list that begins with bplist99: the body, where that is a \
            binary property list, or else a small one.
            """,
        reports: [
            ClientReport(
                DocumentMeasured.foundation,
                "NSCocoaErrorDomain 3840 of PropertyListSerialization, which Darwin documents as 3841")
        ],
        source: DocumentMeasured.source, evidence: .observed, needsBody: true, rewritesBody: true,
        effect: .spoiler { _, reply in
            var content = reply.content
            if !content.starts(with: "bplist".utf8) || content.count < 8 {
                content = sample
                reply.head.set("Content-Type", "application/x-plist")
            }
            content.replaceSubrange(6..<8, with: "99".utf8)
            reply.replaceBody(content)
        })

    /// A dictionary with a title: header, three objects, their offsets, and the trailer.
    private static let sample: [UInt8] =
        Array("bplist00".utf8) + [0xD1, 1, 2, 0x55] + Array("title".utf8) + [0x54] + Array("Plan".utf8)
        + [0x08, 0x0B, 0x11] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0, 0x16]
}
