internal import Catalogue
internal import Wire

extension Failure {
    /// One request of a batch that did not come to its end.
    static let graphTimedOut = Failure(
        "graph/timed-out", "One request of a batch took too long, and there is no answer to it.",
        wire: """
            null in the place of that answer. For a batch that is taken whole, null in every place. A request that \
            is in no batch gets 500 and an error of code 1, with `message` for its text.
            """,
        reports: [ClientReport(GraphChapter.client, "no result and no error for that request")],
        source: GraphChapter.batches, evidence: .documented,
        effect: .answerToCall { arguments in
            let message = arguments.text("message") ?? "(#1) The request took too long."
            let alone = GraphEnvelope(GraphError(code: 1, message: message), status: 500)
            return { call, context in
                if let call, call.isInGraphBatch { return nil }
                guard let call, call.isWhole else { return alone.reply(in: context) }
                let answers = [Reply?](repeating: nil, count: call.count)
                return GraphAPI.reply(GraphBatch.list(answers, withHeaders: false))
            }
        })
}
