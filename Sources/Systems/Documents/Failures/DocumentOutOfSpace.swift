internal import Catalogue
internal import Wire

extension Failure {
    static let documentOutOfSpace = Failure(
        "documents/out-of-space", "The store has no room for the document.",
        wire: """
            By `quota`: 507 with a DAV:quota-not-exceeded error; by `disk`: 507 with DAV:sufficient-disk-space, which \
            is about the store and not about the user; by `length`: 413 with DAV:quota-not-exceeded.
            """,
        reports: DocumentMeasured.refusal, source: "RFC 4918, 11.5; RFC 4331, 6; RFC 9110, 15.5.14", phase: .head,
        parameters: [.by(["quota", "disk", "length"], "What is used up, and how the store says it.")],
        effect: .answer { arguments in
            let by = arguments.text("by")
            return .davError(
                by == "length" ? 413 : 507,
                Array("<D:\(by == "disk" ? "sufficient-disk-space" : "quota-not-exceeded")/>".utf8),
                message: arguments.text("message"))
        })
}
