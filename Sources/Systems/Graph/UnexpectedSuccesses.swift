internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// Successes whose content is not what the client expects.
extension Failure {
    /// Not an error: the user granted fewer permissions than were requested.
    static let graphDeclined = Failure(
        "graph/declined-permission", "The user has declined a permission: a success that needs care.",
        wire: """
            A reply that lists permissions, with the status of `permission` as declined, or by `expired` as expired; \
            any other reply gets such a list in its place. No error is said anywhere.
            """,
        reports: [
            ClientReport(GraphChapter.client, "success; declinedPermissions has it, and must be looked at")
        ],
        source: "\(GraphChapter.page); \(GraphChapter.sdk)", evidence: .documented,
        parameters: [
            .by(["declined", "expired"], "What has become of the permission."),
            Parameter("permission", .text, "The permission.", standard: .text("user_friends")),
        ],
        stock: GraphAPI().stockSuccess, needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            let permission = arguments.text("permission") ?? ""
            var list = permissions(reply.content) ?? [("public_profile", "granted"), ("email", "granted")]
            list.removeAll { $0.name == permission }
            list.append((permission, arguments.text("by") ?? "declined"))
            let data = list.map { entry -> JSONValue in
                ["permission": .string(entry.name), "status": .string(entry.status)]
            }
            reply.replaceBody(JSONValue.object([("data", .array(data))]).bytes())
        })

    private typealias Permission = (name: String, status: String)

    /// The permissions that a reply lists; nil if it lists none.
    private static func permissions(_ text: [UInt8]) -> [Permission]? {
        let options = JSONParser.Options(duplicateKeys: .lastWins)
        guard let data = try? JSONParser.parse(text, options: options).get()["data"]?.elements else { return nil }
        let list = data.compactMap { entry -> Permission? in
            guard let name = entry["permission"]?.string, let status = entry["status"]?.string else { return nil }
            return (name, status)
        }
        return list.isEmpty ? nil : list
    }

    static let graphOtherUser = Failure(
        "graph/other-user", "The answer is about another user than the one who logged in before.",
        wire: "The reply with another `id`: the next number, or one more character; where it has none, an id of 2.",
        reports: [ClientReport(GraphChapter.client, "FBSDKLoginErrorUserMismatch, where a login is renewed")],
        source: GraphChapter.sdk, evidence: .documented, stock: GraphAPI().stockSuccess, needsBody: true,
        rewritesBody: true,
        effect: .spoiler { _, reply in
            var members: [(String, JSONValue)] = []
            if let node = try? JSONParser.parse(reply.content).get(), case .object(let ownMembers) = JSONValue(node) {
                members = ownMembers
            }
            if let index = members.firstIndex(where: { $0.0 == "id" }), case .string(let id) = members[index].1 {
                members[index].1 = .string(Int64(id).flatMap { $0 < Int64.max ? String($0 + 1) : nil } ?? id + "1")
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

    static let graphImage = Failure(
        "graph/image", "A picture comes where the client expects text, as from an edge such as picture.",
        wire: "The reply's status, with Content-Type: `type` and a PNG of one pixel.",
        reports: [
            ClientReport(
                GraphChapter.client, "FBSDKErrorGraphRequestNonTextMimeTypeReturned, for every type of image/…")
        ],
        source: GraphChapter.sdk, evidence: .documented,
        parameters: [
            Parameter("type", .text, limit: .withinLine, "The type that is said.", standard: .text("image/png"))
        ],
        stock: GraphAPI().stockSuccess, needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            reply.head.set("Content-Type", arguments.headText("type") ?? "image/png")
            reply.replaceBody(pixel)
        })

    /// One transparent pixel.
    private static let pixel =
        Base64.decode(
            Array(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==".utf8)
        )
        ?? []
}
