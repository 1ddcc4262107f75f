internal import Catalogue
internal import JSONText
internal import Wire

/// Successes that are not the ones that the client waits for.
extension Failure {
    static let graphOtherUser = Failure(
        "graph/other-user", "The answer is about another user than the one who logged in before.",
        wire: "The reply with another `id`: the next number, or one more character; where it has none, an id of 2.",
        reports: [ClientReport(GraphChapter.client, "FBSDKLoginErrorUserMismatch, where a login is renewed")],
        source: GraphChapter.sdk, evidence: .documented, stock: GraphAPI().stockSuccess, needsBody: true,
        rewritesBody: true,
        effect: .spoiler { _, reply in
            var members: [(String, JSONValue)] = []
            if let node = try? JSONParser.parse(reply.content).get(), case .object(let own) = JSONValue(node) {
                members = own
            }
            if let place = members.firstIndex(where: { $0.0 == "id" }), case .string(let id) = members[place].1 {
                members[place].1 = .string(Int64(id).flatMap { $0 < Int64.max ? String($0 + 1) : nil } ?? id + "1")
            } else {
                members.removeAll { $0.0 == "id" }
                members.append(("id", "2"))
            }
            reply.replaceBody(JSONValue.object(members).bytes())
        })

    static let graphWithoutID = Failure(
        "graph/without-id", "What was posted has no id in the answer.",
        wire: "{} in place of the reply's body.",
        reports: [ClientReport(GraphChapter.client, "FBSDKShareErrorUnknown, where something is shared")],
        source: GraphChapter.sdk, evidence: .assumed, stock: GraphAPI().stockSuccess, needsBody: true,
        rewritesBody: true,
        effect: .spoiler { _, reply in reply.replaceBody(Array("{}".utf8)) })
}
