internal import Bytes
internal import Catalogue
internal import Wire

/// Bodies that the client refuses before it reads the envelope.
extension Failure {
    /// To the client, the body was changed on the way.
    static let responseFalsified = Failure(
        "mtop/FAIL_CLIENT_RESPONSE_FALSIFIED", "The body does not match the digest that the head gives of it.",
        wire: "The reply's status, fields and body, and an m-content-md5 that is that of other bytes.",
        reports: [ClientReport("MtopSDK for iOS", "FAIL_CLIENT_RESPONSE_FALSIFIED")],
        source: MTOPChapter.constants, evidence: .assumed, phase: .head, needsBody: true,
        effect: .spoiler { _, reply in
            reply.head.set("m-content-md5", String(decoding: MD5.hex(reply.content + [0]), as: UTF8.self))
        })

    static let undecryptableBody = Failure(
        "mtop/-3900", "The body of an encrypted exchange does not decrypt.",
        wire: "200 with Content-Type: application/octet-stream and 64 seeded bytes.",
        source: MTOPChapter.documentation, evidence: .assumed,
        effect: .answer { arguments in
            var draw = DrawKey(seed: 0, rule: Array("mtop/-3900".utf8)).draw(hit: 1, purpose: .content)
            let bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
            return Reply(
                ResponseHead(fields: [HeaderField("Content-Type", "application/octet-stream")]),
                body: [Reply.Part(.bytes(arguments.text("message").map { Array($0.utf8) } ?? bytes))])
        })
}
