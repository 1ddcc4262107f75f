internal import Catalogue
internal import Wire

extension Failure {
    /// What servers send that have not read how results are told from faults.
    static let bareAnswers = multicallSpoiler(
        "bare-results", "The results of the multicall are not in arrays of one, which tell them from faults.",
        wire: "The list with each result as it is; a result that is a struct then looks like a fault.",
        python: "KeyError: 'faultCode', where a result is a struct; ValueError where it is none"
    ) { reply in
        reply.editAnswers { answers in
            answers = answers.map { answer in XMLRPCEnvelope.elements(of: answer)?.first ?? answer }
        }
    }
}
