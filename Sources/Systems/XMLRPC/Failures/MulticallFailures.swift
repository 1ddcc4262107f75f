internal import Catalogue
internal import Wire

/// Answers to `system.multicall` that do not match its calls.
extension Failure {
    static let missingAnswer = multicallSpoiler(
        "missing-element", "One answer of the multicall is missing.",
        wire: "The list without its last element.",
        python: "accepted: a list that is one short"
    ) { reply in reply.editAnswers { $0.removeLast() } }

    /// Typical of servers that do not put each result into an array of one, by which clients tell results from faults.
    static let bareAnswers = multicallSpoiler(
        "bare-results", "The results of the multicall are not in arrays of one, which tell them from faults.",
        wire: "The list with each result as it is; a result that is a struct then looks like a fault.",
        python: "KeyError: 'faultCode', where a result is a struct; ValueError where it is none"
    ) { reply in
        reply.editAnswers { answers in
            answers = answers.map { answer in XMLRPCEnvelope.elements(of: answer)?.first ?? answer }
        }
    }

    static let singleFault = multicallSpoiler(
        "single-fault", "The whole multicall is answered with one fault, as by a server that has no system.multicall.",
        wire: "A fault of -32601 for system.multicall, and no list.",
        python: "Fault, before there is any result"
    ) { reply in reply.replaceBody(XMLRPCEnvelope.fault(.methodNotFound(Multicall.method))) }
}
