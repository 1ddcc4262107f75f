internal import Bytes
internal import Catalogue
internal import Wire

extension Failure {
    /// A body that nobody encrypted for this client.
    static let undecryptableBody = Failure(
        "mtop/-3900", "The body of an encrypted exchange does not decrypt.",
        wire: "200 with Content-Type: application/octet-stream and 64 bytes that are nothing.",
        source: MTOPChapter.documentation, evidence: .assumed,
        effect: .answer { arguments in
            var draw = DrawKey(seed: 0, rule: Array("mtop/-3900".utf8)).draw(hit: 1, purpose: .content)
            let bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: draw.next()) }
            return Reply(
                ResponseHead(fields: [HeaderField("Content-Type", "application/octet-stream")]),
                body: [Reply.Part(.bytes(arguments.text("message").map { Array($0.utf8) } ?? bytes))])
        })
}
