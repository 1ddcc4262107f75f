internal import Bytes
internal import Catalogue
internal import Wire

extension Failure {
    /// The transfer is complete, so that only the content shows the damage.
    static let documentCorrupt = Failure(
        "documents/corrupt", "The document arrives whole, and some of its bytes are wrong.",
        wire: """
            The reply's own status and fields. By `flipped`: every bit of the first byte and of each 64th behind it is \
            turned, so that text is no UTF-8; by `checksum`: the body as it is, and a Content-MD5 that is that of \
            other bytes.
            """,
        reports: [
            ClientReport(
                DocumentMeasured.foundation, "by flipped NSCocoaErrorDomain 259 of String(contentsOf:encoding:)")
        ],
        source: "RFC 1864; \(DocumentMeasured.source)", evidence: .observed,
        parameters: [.by(["flipped", "checksum"], "What is wrong.")], needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            var content = reply.content
            if arguments.text("by") == "checksum" {
                let digest = Base64.encode(MD5.digest(content + [0]))
                reply.head.set("Content-MD5", String(decoding: digest, as: UTF8.self))
                return
            }
            for index in stride(from: 0, to: content.count, by: 64) { content[index] = ~content[index] }
            reply.replaceBody(content)
        })
}
