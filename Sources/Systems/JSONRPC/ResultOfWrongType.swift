internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// A success that nobody can use.
    static let resultOfWrongType = Failure(
        "jsonrpc/result-of-wrong-type", "The result is of another type than the client expects.",
        wire: """
            The reply's envelope with a string where the result is an object or a list, and an object where \
            it is anything else.
            """,
        reports: .jsonrpc("JSONRPCInternalErrorDomain 10 where a class was asked for"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noResult,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in
                guard let place = members.firstIndex(where: { $0.0 == "result" }) else { return }
                members[place].1 =
                    switch members[place].1 {
                    case .object, .array: .string("not an object")
                    default: .object([("unexpected", .bool(true))])
                    }
            }
        })
}
