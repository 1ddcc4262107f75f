internal import Catalogue
internal import JSONText
internal import Wire

/// Responses to one call whose envelope breaks the specification, or whose result clients do not expect.
extension Failure {
    static let wrongID = Failure(
        "jsonrpc/wrong-id", "The response answers another request than the one that was sent.",
        wire: """
            The reply's envelope with another id: the next whole number, 0 in place of any other number (1 of \
            zero) and 1 in place of null, other text. In a batch a whole number goes past the greatest of it, whether the failure takes the \
            batch whole or an element alone, so that it is the id of no other.
            """,
        reports: .jsonrpc("accepted: the id is never compared"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoilerOfCall { _, call, reply in
            let ids = reply.envelopeIDs
            let numbers = ids.compactMap { id in if case .number(let text) = id { Int(text) } else { nil } }
            let isBatch = ids.count > 1
            let distance = isBatch ? JSONRPCCall.idDistance(numbers) : call?.rpc?.idDistance ?? 1
            var beyond = isBatch ? (numbers.max() ?? 0) &+ distance : 0
            reply.editEnvelopes { members in
                guard let index = members.firstIndex(where: { $0.0 == "id" }) else { return }
                members[index].1 =
                    switch members[index].1 {
                    case .string(let text): .string(text + "-other")
                    case .number(let text) where Int(text) != nil:
                        .int(Int64(clamping: (Int(text) ?? 0) &+ distance))
                    case .number(let text) where !isBatch: .int(Self.isZero(text) ? 1 : 0)
                    case _ where !isBatch: .int(1)
                    default:
                        {
                            beyond = beyond &+ 1
                            return .int(Int64(clamping: beyond))
                        }()
                    }
            }
        })

    /// Whether the value of a number is zero, as of `0.0` and `-0e5`.
    private static func isZero(_ number: String) -> Bool {
        number.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }.allSatisfy { "-0.".utf8.contains($0) }
    }

    static let missingID = Failure(
        "jsonrpc/missing-id", "The response has no id.",
        wire: """
            The reply's envelope without its `id`. In a batch that is taken whole, without any.
            """,
        reports: .jsonrpc("accepted: the id is never compared"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in members.removeAll { $0.0 == "id" } }
        })

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
                members.setIfMissing("result", with: .bool(true), before: "error")
                members.setIfMissing("error", with: JSONRPC.stockError, before: "id")
            }
        })

    static let neither = Failure(
        "jsonrpc/neither", "The response has neither a result nor an error.",
        wire: """
            The reply's envelope without `result` and `error`.
            """,
        reports: .jsonrpc("success, with a result of nil"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
        objection: Objection.noEnvelope,
        effect: .spoiler { _, reply in
            reply.editEnvelopes { members in members.removeAll { ["result", "error"].contains($0.0) } }
        })

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
                if let index = members.firstIndex(where: { ["jsonrpc", "version"].contains($0.0) }) {
                    members[index].1 = .string("3.0")
                } else {
                    members.insert(("jsonrpc", .string("2.0")), at: 0)
                }
            }
        })

    static let stringCode = Failure(
        "jsonrpc/string-code", "The error's code is a string.",
        wire: """
            An error whose `code` is the text of a number: the reply's own error, or one of -32603 in place \
            of a result. In that place its status is that of `statuses`: 200 by `ok`, and by `bitcoind` for a request \
            that says 2.0; 500 by `bitcoind-27` and by `over-http`.
            """,
        reports: .jsonrpc("the code is read as an integer, whatever it is"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#response_object"),
        evidence: .assumed, parameters: [ErrorStatuses.parameter], stock: JSONRPC.stockResponse, needsBody: true,
        rewritesBody: true, objection: Objection.noEnvelope,
        effect: .spoilerOfCall { arguments, call, reply in
            var (isReplaced, version) = (false, JSONRPCCall.Version.v20)
            reply.editEnvelopes { members in
                isReplaced = members.replaceResultWithError()
                version = members.version
                guard let index = members.firstIndex(where: { $0.0 == "error" }),
                    case .object(var error) = members[index].1,
                    let code = error.firstIndex(where: { $0.0 == "code" })
                else { return }
                if case .number(let text) = error[code].1 { error[code].1 = .string(text) }
                if case .int(let int) = error[code].1 { error[code].1 = .string(String(int)) }
                members[index].1 = .object(error)
            }
            // A batch is a 200, and so is what had an error, or a status of its own, before.
            if isReplaced, !reply.isList, reply.head.status == 200, call?.rpc?.isElement != true {
                reply.head.status = ErrorStatuses(arguments).status(of: -32603, version)
            }
        })

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
                guard let index = members.firstIndex(where: { $0.0 == "result" }) else { return }
                members[index].1 =
                    switch members[index].1 {
                    case .object, .array: .string("not an object")
                    default: .object([("unexpected", .bool(true))])
                    }
            }
        })
}
