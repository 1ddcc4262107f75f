internal import Catalogue
internal import JSONText
internal import Wire

/// Documents that can be parsed, and whose values the app refuses.
extension Failure {
    /// The document can be parsed, but the app's own rules refuse it.
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

    /// The document can be parsed, but a date or a number in it cannot.
    static let documentUnformattedValues = Failure(
        "documents/unformatted-values", "The document has dates or numbers in it that no formatter can read.",
        wire: """
            The reply's JSON with other values, by `date`: each string that begins as a date does, with four digits \
            and a hyphen, is 2026-13-45T99:00:00Z; by `number`: each number is the string "twelve". A body without \
            such values gives way to a small JSON document.
            """,
        reports: [
            ClientReport(
                DocumentMeasured.foundation, "NSCocoaErrorDomain 2048 of Date(_:strategy:) and IntegerParseStrategy")
        ],
        source: DocumentMeasured.source, evidence: .observed,
        parameters: [.by(["date", "number"], "What cannot be read.")], stock: JSONDocument.sample,
        needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            let isDate = arguments.text("by") != "number"
            JSONDocument.rewrite(&reply) { value in
                switch value {
                case .string(let text) where isDate && beginsAsDate(text):
                    .string(Array("2026-13-45T99:00:00Z".utf8))
                case .number where !isDate: .string(Array("twelve".utf8))
                default: value
                }
            }
        })

    private static func beginsAsDate(_ text: [UInt8]) -> Bool {
        text.count > 4 && text[4] == UInt8(ascii: "-") && text[..<4].allSatisfy { (0x30...0x39).contains($0) }
    }
}
