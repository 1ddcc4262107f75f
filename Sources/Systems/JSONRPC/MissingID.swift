internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// A response that does not say what it answers.
    static let missingID = Failure(
        "jsonrpc/missing-id", "The response has no id.",
        wire: """
            The reply's envelope without its `id`. In a batch that is taken whole, without any.
            """,
        reports: .jsonrpc("accepted: the id is never compared"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in members.removeAll { $0.0 == "id" } }
        })
}
