internal import Catalogue
internal import Wire

extension Failure {
    static let documentWrongCharset = Failure(
        "documents/wrong-charset", "The text of the document is not in the encoding that Content-Type says.",
        wire: """
            Content-Type is text/plain with a charset, by `us-ascii` and by `utf-8` that one, and behind the body \
            stands the byte E9, an accented letter of ISO 8859-1; by `unknown` x-martian, and the body as it is; by \
            `none` none, and behind the body stand the bytes 81 8D 8F, which no common encoding has.
            """,
        reports: [
            ClientReport(
                DocumentMeasured.foundation,
                """
                NSCocoaErrorDomain 259 of String(contentsOf:encoding:), which Darwin documents as 261 and by unknown and \
                none as 264; by unknown no error
                """)
        ],
        source: "RFC 9110, 8.3.2; \(DocumentMeasured.source)", evidence: .observed,
        parameters: [.by(["us-ascii", "utf-8", "unknown", "none"], "What is said of the encoding.")],
        needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            let by = arguments.text("by") ?? "us-ascii"
            let charset =
                switch by {
                case "none": ""
                case "unknown": "; charset=x-martian"
                default: "; charset=" + by
                }
            reply.head.set("Content-Type", "text/plain" + charset)
            switch by {
            case "unknown": break
            case "none": reply.replaceBody(reply.content + [0x81, 0x8D, 0x8F])
            default: reply.replaceBody(reply.content + [0xE9])
            }
        })
}
