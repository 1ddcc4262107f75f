internal import Bytes
internal import Catalogue
internal import Wire

extension Failure {
    /// A picture where the client wants text.
    static let graphImage = Failure(
        "graph/image", "A picture comes where the client expects text, as from an edge such as picture.",
        wire: "The reply's status, with Content-Type: `type` and a PNG of one pixel.",
        reports: [
            ClientReport(
                GraphChapter.client, "FBSDKErrorGraphRequestNonTextMimeTypeReturned, for every type of image/…")
        ],
        source: GraphChapter.sdk, evidence: .documented,
        parameters: [
            Parameter("type", .text, limit: .withinLine, "The type that is said.", standard: .text("image/png"))
        ],
        stock: GraphAPI().stockSuccess, needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            reply.head.set("Content-Type", arguments.headText("type") ?? "image/png")
            reply.replaceBody(pixel)
        })

    /// One transparent pixel.
    private static let pixel =
        Base64.decode(
            Array(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==".utf8)
        )
        ?? []
}
