internal import Catalogue
internal import Wire

extension Failure {
    static let documentOutOfSpace = Failure(
        "documents/out-of-space", "The store has no room for the document.",
        wire: """
            By `quota`: 507 with a DAV:quota-not-exceeded error; by `disk`: 507 with DAV:sufficient-disk-space, which \
            is about the store and not about the user; by `length`: 413 with DAV:quota-not-exceeded.
            """
                + ErrorBody.told(
                    #"Sabre\DAV\Exception\InsufficientStorage (by `length` as it is)"#,
                    nextcloud: #"the same, by `length` of OCA\DAV\Connector\Sabre\Exception\EntityTooLarge"#,
                    nginx: "its page, and 500 in place of 507"),
        reports: DocumentMeasured.refusal,
        source: "RFC 4918, 11.5; RFC 4331, 6; RFC 9110, 15.5.14; of sabre and nextcloud: nextcloud/server#2498, "
            + "owncloud/core#31284; of nginx: nginx/nginx#841", evidence: .observed, phase: .head,
        parameters: [
            .by(["quota", "disk", "length"], "What is used up, and how the store says it."), ErrorBody.parameter,
        ],
        effect: .answer { arguments in
            let by = arguments.text("by")
            let isNginx = arguments.text(ErrorBody.name) == ErrorBody.nginx.rawValue
            let text = RefusalText(
                status: by == "length" ? 413 : isNginx ? 500 : 507, text: "There is no room for the document.")
            return .refusal(text, given: arguments)
                ?? .davError(
                    by == "length" ? 413 : 507,
                    Array("<D:\(by == "disk" ? "sufficient-disk-space" : "quota-not-exceeded")/>".utf8),
                    message: arguments.text("message"))
        })
}
