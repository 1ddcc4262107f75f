internal import Catalogue
internal import JSONText
internal import Wire

/// Answers to a batch that do not match its requests.
extension Failure {
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
            let alone = GraphErrorTemplate(GraphError(code: 1, message: GraphMessage(exactly: message)), status: 500)
            return { call, context in
                if let call, call.isInGraphBatch { return nil }
                guard let call, call.isWhole else { return alone.reply(to: call, in: context) }
                let answers = [Reply?](repeating: nil, count: call.count)
                return GraphAPI.reply(GraphBatch.list(answers, withHeaders: false))
            }
        })

    static let graphMissingElement = Failure(
        "graph/missing-element", "The answer to a batch is one answer short.",
        wire: "The list without its last element.",
        reports: [ClientReport(GraphChapter.client, "FBSDKErrorGraphRequestProtocolMismatch for every request")],
        source: GraphChapter.sdk, evidence: .documented, stock: stockBatch, needsBody: true, rewritesBody: true,
        needsBatch: true, objection: Objection.noList,
        effect: .spoiler { _, reply in
            let text = reply.content
            guard let elements = Reply.list(text), !elements.isEmpty else { return }
            var short: [UInt8] = [UInt8(ascii: "[")]
            for (index, element) in elements.dropLast().enumerated() {
                if index > 0 { short.append(UInt8(ascii: ",")) }
                short += text[element.range]
            }
            reply.replaceBody(short + [UInt8(ascii: "]")])
        })

    static let graphNoList = Failure(
        "graph/no-list", "The answer to a batch is an object, and no list of answers.",
        wire: #"{"success":true} in place of the list."#,
        reports: [ClientReport(GraphChapter.client, "FBSDKErrorGraphRequestProtocolMismatch for every request")],
        source: GraphChapter.sdk, evidence: .documented, stock: stockBatch, needsBody: true, rewritesBody: true,
        needsBatch: true, objection: Objection.noList,
        effect: .spoiler { _, reply in reply.replaceBody(Array(#"{"success":true}"#.utf8)) })

    private static let stockBatch = GraphAPI.reply(
        GraphBatch.list([GraphAPI().stockSuccess, GraphAPI().stockSuccess], withHeaders: false))
}

extension Failure.Objection {
    @Sendable fileprivate static func noList(_ arguments: Arguments, _ reply: Reply) -> Self? {
        Reply.list(reply.content) == nil ? Self("the reply is not a list") : nil
    }
}

extension Reply {
    fileprivate static func list(_ text: [UInt8]) -> [JSONNode]? {
        try? JSONParser.parse(text, options: JSONParser.Options(duplicateKeys: .lastWins)).get().elements
    }
}
