internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// A version that the request did not ask for.
    static let wrongVersion = Failure(
        "jsonrpc/wrong-version", "The response says that it is of another version than the request.",
        wire: """
            The reply's envelope with `jsonrpc` of "3.0", or in 1.1 with `version` of "3.0"; that of 1.0, \
            which names no version, gets a `jsonrpc` of "2.0".
            """,
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in
                if let place = members.firstIndex(where: { ["jsonrpc", "version"].contains($0.0) }) {
                    members[place].1 = .string("3.0")
                } else {
                    members.insert(("jsonrpc", .string("2.0")), at: 0)
                }
            }
        })
}
