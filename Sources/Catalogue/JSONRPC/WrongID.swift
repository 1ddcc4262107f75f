internal import JSONText
internal import Wire

extension Failure {
    /// The response carries an id that is not the request's.
    static let wrongID = Failure(
        "jsonrpc/wrong-id", "The response answers another request than the one that was sent.",
        wire: """
            The reply's envelope with another id: the next number, other text, 1 in place of null. In a \
            batch that is taken whole, in every element.
            """,
        reports: .jsonrpc("accepted: the id is never compared"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in
                guard let place = members.firstIndex(where: { $0.0 == "id" }) else { return }
                members[place].1 =
                    switch members[place].1 {
                    case .string(let text): .string(text + "-other")
                    case .number(let text): Int(text).map { .int(Int64(clamping: $0 &+ 1)) } ?? .int(0)
                    default: .int(1)
                    }
            }
        })
}
