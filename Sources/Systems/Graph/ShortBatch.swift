internal import Catalogue
internal import JSONText
internal import Wire

/// Answers to a batch that do not fit its requests.
extension Failure {
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
            for (place, element) in elements.dropLast().enumerated() {
                if place > 0 { short.append(UInt8(ascii: ",")) }
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
