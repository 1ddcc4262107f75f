internal import Catalogue
internal import Wire

extension Failure {
    /// A batch that is short of an answer.
    static let missingElement = Failure(
        "jsonrpc/missing-element", "One response of the batch is missing.",
        wire: """
            The list without its last element.
            """,
        reports: .jsonrpc("JSONRPCInternalErrorDomain 8: no list is expected at all"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#batch"),
        evidence: .assumed, stock: JSONRPC.stockBatch, needsBody: true, rewritesBody: true,
        needsBatch: true, objection: Objection.noBatch,
        effect: .spoiler { _, reply in reply.editBatch { $0.removeLast() } })
}
