internal import Bytes
internal import Catalogue
internal import Wire

extension Failure {
    /// Somebody on the way changed the body, as far as the client can tell.
    static let responseFalsified = Failure(
        "mtop/FAIL_CLIENT_RESPONSE_FALSIFIED", "The body does not match the digest that the head gives of it.",
        wire: "The reply's status, fields and body, and an m-content-md5 that is that of other bytes.",
        reports: [ClientReport("MtopSDK for iOS", "FAIL_CLIENT_RESPONSE_FALSIFIED")],
        source: MTOPChapter.constants, evidence: .assumed, phase: .head, needsBody: true,
        effect: .spoiler { _, reply in
            reply.head.set("m-content-md5", String(decoding: MD5.hex(reply.content + [0]), as: UTF8.self))
        })
}
