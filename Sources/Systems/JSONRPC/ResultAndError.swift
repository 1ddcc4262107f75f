internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// A success and a failure in one.
    static let resultAndError = Failure(
        "jsonrpc/result-and-error", "The response has a result and an error.",
        wire: """
            The reply's envelope with both members: what is missing is added, an error of -32603 or \
            a result of true.
            """,
        reports: .jsonrpc("the result and the error are both handed over"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in
                members.fill("result", with: .bool(true), before: "error")
                members.fill("error", with: JSONRPC.stockError, before: "id")
            }
        })
}
