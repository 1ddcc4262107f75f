internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The errors of the Bulk API 1.0: an object with an exceptionCode, as JSON or as XML.
enum SalesforceBulk {
    /// exceptionCode | evidence | message | error codes of the other APIs that stand for the same
    private static let table = """
        ClientInputError | documented | The operation failed with an unknown error of the client | -
        ExceededQuota | documented | Too many jobs or batches in the last 24 hours | REQUEST_LIMIT_EXCEEDED
        FeatureNotEnabled | documented | The Bulk API is not enabled for this organization | API_DISABLED_FOR_ORG API_CURRENTLY_DISABLED
        InvalidBatch | documented | The batch ID is not valid, or the content of the batch is not well formed | -
        InvalidJob | documented | The job ID is not valid | -
        InvalidJobState | documented | The job is in a state that does not allow this | -
        InvalidOperation | documented | The operation of the job is not supported | -
        InvalidSessionId | observed | Invalid session id | INVALID_SESSION_ID
        InvalidUrl | documented | The URL is not valid | NOT_FOUND
        InvalidUser | documented | The user lacks the permission, or the job is of another user | INSUFFICIENT_ACCESS
        InvalidXML | documented | The XML of the request is not valid | -
        Timeout | documented | The connection timed out | QUERY_TIMEOUT SERVER_UNAVAILABLE
        TooManyLockFailure | documented | Too many lock failures in the current batch | UNABLE_TO_LOCK_ROW
        Unknown | documented | An error of unknown cause | UNKNOWN_EXCEPTION
        """

    private static let rows = RowTable(table, Row.init)
    static let part = RowIndex.Part.table(rows, behind: "bulk/", entry)

    private struct Row: Sendable {
        let code: String
        let evidence: Failure.Evidence
        let message: String
        /// Codes of the other APIs.
        let others: [Substring]

        init(_ row: inout TableRow) {
            code = row.text()
            evidence = row.word()
            message = row.text()
            others = row.optional()?.split(separator: " ") ?? []
        }
    }

    private static func entry(_ row: Row) -> CatalogueEntry {
        let (name, summary) = (
            "salesforce/bulk/\(row.code)", "The Bulk API 1.0 refuses with \(row.code): \(row.message)."
        )
        let source =
            "Bulk API developer guide, errors; "
            + (row.evidence == .observed
                ? "captured: simple-salesforce/simple-salesforce#272" : "status and text assumed")
        return CatalogueEntry(
            name, summary, source: source, evidence: row.evidence,
            .failure {
                Failure(
                    name, summary,
                    wire: """
                        400 with an exceptionCode and an exceptionMessage: an object where Content-Type or Accept names \
                        JSON, otherwise an `error` in XML.
                        """,
                    reports: SalesforceErrors.reports(400, body: "object"), source: source, evidence: row.evidence,
                    effect: .answerToRequest { arguments, request in
                        reply(row.code, arguments.text("message") ?? row.message, to: request)
                    })
            })
    }

    /// The error of another API as this one calls it. A code that it has no name for stays as it is.
    static func reply(_ error: SalesforceError, to request: Request) -> Reply {
        guard let row = rows.rows.first(where: { $0.others.contains(error.code[...]) }) else {
            return reply(error.code, error.message, to: request)
        }
        let isOwn = SalesforceErrors.isStock(error)
        return reply(row.code, isOwn ? row.message : error.message, to: request)
    }

    private static func reply(_ code: String, _ message: String, to request: Request) -> Reply {
        if deciding.contains(where: { name in
            request.first(name).map { json.isFound(in: request.head[$0]) } ?? false
        }) {
            return Salesforce.json(
                400,
                JSONValue.object([("exceptionCode", .string(code)), ("exceptionMessage", .string(message))]).bytes())
        }
        return Reply(
            status: 400, contentType: "application/xml",
            text: """
                <?xml version="1.0" encoding="UTF-8"?><error xmlns="http://www.force.com/2009/06/asyncapi/dataload">\
                <exceptionCode>\(Failure.escaped(code))</exceptionCode>\
                <exceptionMessage>\(Failure.escaped(message))</exceptionMessage></error>
                """)
    }

    /// Fields that tell the form of an answer.
    private static let deciding = ["content-type", "accept"].map { Array($0.utf8) }
    private static let json = ByteSearch(Array("json".utf8), ignoreCase: true)
}
