internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// An envelope around nothing.
    static let neither = Failure(
        "jsonrpc/neither", "The response has neither a result nor an error.",
        wire: """
            The reply's envelope without `result` and `error`.
            """,
        reports: .jsonrpc("success, with a result of nil"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in members.removeAll { ["result", "error"].contains($0.0) } }
        })
}
