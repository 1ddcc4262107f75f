internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// The structure can be parsed, but required values are missing.
    static let documentMissingKey = Failure(
        "documents/missing-key", "The document can be read, and what it must have is not in it.",
        wire: """
            By `json`: the reply's JSON, all of whose objects are empty; a body without objects gives way to {}. By \
            `archive`: a keyed archive, as an XML property list, whose root object has no value for any key.
            """,
        reports: [
            ClientReport(
                DocumentMeasured.foundation,
                "NSCocoaErrorDomain 4865 of JSONDecoder; by archive 4864 of NSKeyedUnarchiver")
        ],
        source: DocumentMeasured.source, evidence: .observed,
        parameters: [.by(["json", "archive"], "What kind of document it is.")], stock: JSONDocument.sample,
        needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            guard arguments.text("by") == "json" else {
                KeyedArchive.put(KeyedArchive.text(root: 1, title: ""), in: &reply)
                return
            }
            JSONDocument.rewrite(&reply) { value in
                if case .object = value { .object([]) } else { value }
            }
        })
}
