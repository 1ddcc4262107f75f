internal import Catalogue
internal import Wire

extension Failure {
    /// What a careful client refuses before it reads on.
    static let documentType = xmlrpcSpoiler(
        "doctype", "The XML has a document type, which can make a client read files or fill its memory.",
        wire: """
            Behind the declaration by `plain`: a DOCTYPE with nothing in it; by `entity-bomb`: seven entities, each but \
            the first ten times the one before it, and the last one as the result: half a kilobyte for three million \
            characters; by \
            `external-entity`: an entity that stands for the client's own file:///etc/hostname, as the result.
            """,
        python: "accepted: three million letters; an external entity is an empty string",
        parameters: [.by(["plain", "entity-bomb", "external-entity"], "What is in it.")]
    ) { arguments, reply in
        let (subset, value): (String, String?) =
            switch arguments.text("by") {
            case "entity-bomb": (bomb, "&g;")
            case "external-entity": (#" [<!ENTITY x SYSTEM "file:///etc/hostname">]"#, "&x;")
            default: ("", nil)
            }
        if let value { reply.editValue { _ in Array("<value><string>\(value)</string></value>".utf8) } }
        reply.editText { $0.insert("<!DOCTYPE methodResponse\(subset)>\n", before: "<methodResponse>") }
    }

    /// `a` is three letters, and each one after it ten of the one before.
    private static let bomb: String = {
        let names = ["a", "b", "c", "d", "e", "f", "g"]
        let entities = zip(names, names.dropFirst()).map { smaller, larger in
            "<!ENTITY \(larger) \"" + String(repeating: "&\(smaller);", count: 10) + "\">"
        }
        return " [<!ENTITY a \"lol\">" + entities.joined() + "]"
    }()
}
