internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// A code that is no number.
    static let stringCode = Failure(
        "jsonrpc/string-code", "The error's code is a string.",
        wire: """
            An error whose `code` is the text of a number: the reply's own error, or one of -32603 in place \
            of a result.
            """,
        reports: .jsonrpc("the code is read as an integer, whatever it is"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in
                members.fail()
                guard let place = members.firstIndex(where: { $0.0 == "error" }),
                    case .object(var error) = members[place].1,
                    let code = error.firstIndex(where: { $0.0 == "code" })
                else { return }
                if case .number(let text) = error[code].1 { error[code].1 = .string(text) }
                if case .int(let int) = error[code].1 { error[code].1 = .string(String(int)) }
                members[place].1 = .object(error)
            }
        })
}
