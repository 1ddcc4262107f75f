internal import Catalogue
internal import Wire

extension Failure {
    /// A multicall that is short of an answer.
    static let missingAnswer = multicallSpoiler(
        "missing-element", "One answer of the multicall is missing.",
        wire: "The list without its last element.",
        python: "accepted: a list that is one short"
    ) { reply in reply.editAnswers { $0.removeLast() } }
}
