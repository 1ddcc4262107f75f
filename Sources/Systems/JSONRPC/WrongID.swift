internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// The response carries an id that is not the request's.
    static let wrongID = Failure(
        "jsonrpc/wrong-id", "The response answers another request than the one that was sent.",
        wire: """
            The reply's envelope with another id: the next whole number, 0 in place of any other number (1 of \
            zero) and 1 in place of null, other text. In a batch that is taken whole, in every element.
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
                    case .number(let text):
                        Int(text).map { .int(Int64(clamping: $0 &+ 1)) } ?? .int(Self.isZero(text) ? 1 : 0)
                    default: .int(1)
                    }
            }
        })

    /// Whether a number as it is written comes to nothing, such as `0.0` and `-0e5`.
    private static func isZero(_ number: String) -> Bool {
        number.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }.allSatisfy { "-0.".utf8.contains($0) }
    }
}
