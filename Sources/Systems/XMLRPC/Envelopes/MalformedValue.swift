internal import Catalogue
internal import Wire

extension Failure {
    /// A type, and text that is none of it.
    static let malformedValue = xmlrpcSpoiler(
        "malformed-value", "The result is text that does not fit its type.",
        wire: """
            In place of the result by `int`: an `<int>` of 12abc; by `boolean`: one of yes; by `double`: one of 1,5; \
            by `date`: one of yesterday; by `base64`: one of ===.
            """,
        python: "ValueError for int and double, TypeError for boolean; a date and base64 are taken as they are",
        parameters: [.by(["int", "boolean", "double", "date", "base64"], "Which type it is.")]
    ) { arguments, reply in
        reply.editValue { _ in
            let content =
                switch arguments.text("by") {
                case "boolean": "<boolean>yes</boolean>"
                case "double": "<double>1,5</double>"
                case "date": "<dateTime.iso8601>yesterday</dateTime.iso8601>"
                case "base64": "<base64>===</base64>"
                default: "<int>12abc</int>"
                }
            return Array("<value>\(content)</value>".utf8)
        }
    }
}
