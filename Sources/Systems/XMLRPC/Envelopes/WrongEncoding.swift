internal import Catalogue
internal import Wire

extension Failure {
    /// Bytes that are not what the declaration says.
    static let wrongEncoding = xmlrpcSpoiler(
        "wrong-encoding", "The XML is in another encoding than it says, or in one that nobody knows.",
        wire: """
            By `latin-1`: the string Zürich in ISO-8859-1 in place of the result, under a declaration of UTF-8; by \
            `unknown`: the reply's own document under one of x-martian; by `utf-16`: its bytes as they are, under one \
            of UTF-16.
            """,
        python: "ExpatError; for an unknown encoding LookupError", evidence: .observed,
        parameters: [.by(["latin-1", "unknown", "utf-16"], "What is wrong with it.")]
    ) { arguments, reply in
        switch arguments.text("by") {
        case "unknown": reply.editText { $0.replaceEncoding(with: "x-martian") }
        case "utf-16": reply.editText { $0.replaceEncoding(with: "UTF-16") }
        default:
            reply.editValue { _ in
                Array("<value><string>Z".utf8) + [0xFC] + Array("rich</string></value>".utf8)
            }
        }
    }
}

extension [UInt8] {
    /// Lets the declaration name another encoding.
    fileprivate mutating func replaceEncoding(with name: String) {
        let count = XMLRPCEnvelope.declaration.utf8.count
        guard starts(with: XMLRPCEnvelope.declaration.utf8) else { return }
        replaceSubrange(..<count, with: "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n".utf8)
    }
}
