internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    /// A document that can be read, and that the app's own rules refuse.
    static let documentInvalidValues = Failure(
        "documents/invalid-values", "The document can be read, and its values break the rules of any sensible model.",
        wire: """
            The reply's JSON with other values, by `negative`: each number is -1; by `empty`: each string is empty; by \
            `null`: each number, string and boolean is null. A body without such values gives way to a small JSON \
            document.
            """,
        source: "what a model's rules are only the app knows; the values are our convention", evidence: .assumed,
        parameters: [.by(["negative", "empty", "null"], "What the values are.")], stock: JSONDocument.sample,
        needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            let by = arguments.text("by")
            JSONDocument.rewrite(&reply) { value in
                switch (value, by) {
                case (.number, "null"), (.string, "null"), (.bool, "null"): .null
                case (.string, "empty"): .string([])
                case (.number, "negative"): .number(JSONNumber(-1))
                default: value
                }
            }
        })
}
