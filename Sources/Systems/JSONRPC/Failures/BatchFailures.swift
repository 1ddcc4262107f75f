internal import Catalogue
internal import Wire

/// Responses to a batch that do not match its calls one to one.
extension Failure {
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

    /// Legal: a client has to match answers by their ids.
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

    static let singleError = Failure(
        "jsonrpc/single-error", "The whole batch is answered with one error, as by a server that takes no batches.",
        wire: """
            One error object of -32600 with an id of null, and no list around it: with 200 by `ok`, 400 by `over-http`, \
            and 400 in the form of 1.0 by `bitcoind` and `bitcoind-27`, which could not read its version.
            """,
        reports: .jsonrpc("JSONRPCServerErrorDomain -32600"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#batch"),
        evidence: .assumed, parameters: [ErrorStatuses.parameter], stock: JSONRPC.stockBatch, needsBody: true,
        rewritesBody: true, needsBatch: true, objection: Objection.noBatch,
        effect: .spoiler { arguments, reply in
            let statuses = ErrorStatuses(arguments)
            let call = statuses.unread
            reply.replaceBody(call.failure(.invalidRequest))
            // A status of the reply's own stays.
            if reply.head.status == 200 {
                reply.head.status = statuses.status(of: EncodedJSONRPCError.invalidRequest.code, call.version)
            }
        })
}
