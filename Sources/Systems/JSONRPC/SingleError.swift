internal import Catalogue
internal import Wire

extension Failure {
    /// One refusal for a whole batch.
    static let singleError = Failure(
        "jsonrpc/single-error", "The whole batch is answered with one error, as by a server that takes no batches.",
        wire: """
            One error object of -32600 with an id of null, and no list around it.
            """,
        reports: .jsonrpc("JSONRPCServerErrorDomain -32600"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#batch"),
        evidence: .assumed, stock: JSONRPC.stockBatch, needsBody: true, rewritesBody: true,
        needsBatch: true, objection: Objection.noBatch,
        effect: .spoiler { _, reply in
            reply.replaceBody(JSONRPCCall(id: JSONRPCCall.null).failure(.invalidRequest))
        })
}
