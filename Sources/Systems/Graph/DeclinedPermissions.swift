internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// No error at all: the user granted less than what was asked for.
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

    /// Those that a reply lists; nil where it lists none.
    private static func permissions(_ text: [UInt8]) -> [Permission]? {
        let options = JSONParser.Options(duplicateKeys: .lastWins)
        guard let data = try? JSONParser.parse(text, options: options).get()["data"]?.elements else { return nil }
        let list = data.compactMap { entry -> Permission? in
            guard let name = entry["permission"]?.string, let status = entry["status"]?.string else { return nil }
            return (name, status)
        }
        return list.isEmpty ? nil : list
    }
}
