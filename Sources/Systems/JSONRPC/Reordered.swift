internal import Catalogue
internal import Wire

extension Failure {
    /// Answers in an order that is not the requests'.
    static let reordered = Failure(
        "jsonrpc/reordered", "The responses of the batch come in another order, as they may.",
        wire: """
            The list from its end to its beginning, every id with its own result.
            """,
        reports: .jsonrpc("JSONRPCInternalErrorDomain 8: no list is expected at all"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#batch"),
        evidence: .documented, stock: JSONRPC.stockBatch, needsBody: true, rewritesBody: true,
        needsBatch: true, objection: Objection.noBatch,
        effect: .spoiler { _, reply in reply.editBatch { $0.reverse() } })
}
