internal import Catalogue
internal import JSONText
internal import Wire

/// The error codes of Salesforce: a failure for each, and one for codes that are in no list.
enum SalesforceErrors {
    private static let tables = [SalesforceErrorRows.text, SalesforceErrorRows.further].map {
        RowTable($0, Row.init)
    }
    static let parts: [RowIndex.Part] = tables.map { .table($0, entry) } + [.entries([other])]

    private static func row(_ code: String) -> Row? { tables.lazy.compactMap { $0[code] }.first }

    /// A row of the table.
    private struct Row: Sendable {
        let code: String
        let status: Int
        let statusEvidence: Failure.Evidence
        let level: Level
        private let ownMeaning: String?
        let note: String?
        let capture: SalesforceCapture?

        /// What the code is about, by the list that has it.
        enum Level: String {
            case request, record, both, rest, client
        }

        init(_ row: inout TableRow) {
            code = row.text()
            status = row.int()
            statusEvidence = row.word()
            level = row.word()
            ownMeaning = row.optional()
            note = row.optional()
            capture = SalesforceCapture.byCode[code]
        }

        var meaning: String { ownMeaning ?? SalesforceError.sentence(for: code) }

        var evidence: Failure.Evidence { capture == nil ? statusEvidence : .observed }

        /// The names in `fields` by default: errors of records have the member.
        var fields: [String]? {
            capture?.fields ?? (level == .record && status == 400 && capture == nil ? [] : nil)
        }

        /// The default message with the names of these fields, or of its own.
        func message(_ fields: [String]?) -> String {
            let text = capture?.message ?? meaning
            guard capture?.namesFields == true else { return text }
            return "\(text) [\((fields ?? self.fields ?? []).joined(separator: ", "))]"
        }

        func error(_ arguments: Arguments) -> SalesforceError {
            let names = arguments.json("fields").flatMap { Salesforce.parse($0)?.elements }?.compactMap(\.string)
            return SalesforceError(
                code: code, message: arguments.text("message") ?? message(names), fields: arguments.json("fields"),
                leading: capture?.leading, isCodeFirst: capture?.isCodeFirst ?? false)
        }

        var summary: String {
            let subject =
                switch level {
                case .record: "A record is refused with"
                case .both: "A request or a record is refused with"
                case .request, .rest, .client: "A request is refused with"
                }
            return "\(subject) \(code): \(meaning)." + (note.map { " " + $0 } ?? "")
        }

        /// The source of the code, behind it that of its status, and where the text was captured.
        var source: String {
            let list =
                switch level {
                case .request: SalesforceErrors.exceptionCodes
                case .record: SalesforceErrors.statusCodes
                case .both: SalesforceErrors.exceptionCodes + "; " + SalesforceErrors.statusCodes
                case .rest: code == "PROCESSING_HALTED" ? SalesforceErrors.composite : SalesforceErrors.guide
                case .client: code == "GONE" ? "restforce 941, 2025" : SalesforceErrors.clientCodes
                }
            return "\(list); status \(status) \(statusEvidence.rawValue)" + (statusSource.map { ": \($0)" } ?? "")
                + (capture.map { "; text captured: \($0.source)" } ?? "")
        }

        private var statusSource: String? {
            switch statusEvidence {
            case .documented: code.hasSuffix("PROCESSING_HALTED") ? SalesforceErrors.composite : SalesforceErrors.guide
            case .observed: code == "GONE" ? "restforce 941, 2025" : "public captures of the REST API"
            case .assumed: nil
            }
        }
    }

    /// An answer of the system itself with this code.
    static func answer(_ code: String) -> SalesforceAnswer {
        own[code]?.answer
            ?? SalesforceAnswer(SalesforceError(code: code, message: SalesforceError.sentence(for: code)), 400)
    }

    /// The same with a message of its own.
    static func answer(_ code: String, message: String?, usage: String? = nil) -> SalesforceAnswer {
        guard let message, let row = own[code] else { return answer(code) }
        var error = row.error
        error.message = message
        return SalesforceAnswer(error, row.status, usage: usage)
    }

    /// Whether its message is that of its code.
    static func isStock(_ error: SalesforceError) -> Bool { row(error.code)?.message(nil) == error.message }

    /// The reply to a part of a batch.
    static func part(_ code: String) -> Reply { answer(code).part }

    /// What the system itself answers with.
    private static let own = Dictionary(
        uniqueKeysWithValues: [
            "ALL_OR_NONE_OPERATION_ROLLED_BACK", "BATCH_PROCESSING_HALTED", "EXCEEDED_ID_LIMIT", "GONE",
            "INVALID_BATCH_SIZE", "INVALID_CROSS_REFERENCE_KEY", "INVALID_QUERY_LOCATOR", "INVALID_SESSION_ID",
            "INVALID_TYPE", "JSON_PARSER_ERROR", "METHOD_NOT_ALLOWED", "MISSING_ARGUMENT", "NOT_FOUND",
            "POST_BODY_PARSE_ERROR", "PROCESSING_HALTED", "UNKNOWN_EXCEPTION",
        ].compactMap { row($0) }.map { row in
            let error = row.error(Arguments(standard: parameters(row)))
            return (row.code, (error: error, status: row.status, answer: SalesforceAnswer(error, row.status)))
        })

    private static func entry(_ row: Row) -> CatalogueEntry {
        CatalogueEntry(
            "salesforce/\(row.code)", row.summary, source: row.source, evidence: row.evidence, .failure { failure(row) }
        )
    }

    /// For codes of newer versions of the API.
    private static let other = CatalogueEntry(
        "salesforce/other", "A request is refused with an error code that is in none of the lists.",
        source: exceptionCodes, evidence: .assumed,
        .failure {
            Failure(
                "salesforce/other", "A request is refused with an error code that is in none of the lists.",
                wire: "400 with a list of one error; `errorCode` and `message` are its own.",
                reports: reports(400), source: exceptionCodes, evidence: .assumed,
                parameters: [
                    Parameter(
                        "errorCode", .text, "The code.", standard: .text("NEW_ERROR_CODE"),
                        form: #"{ "fail": "other", "with": { "errorCode": "NEW_ERROR_CODE", "message": "…" } }"#)
                ] + parameters(),
                effect: effect { arguments in
                    let code = arguments.text("errorCode") ?? ""
                    return answer(code, 400, SalesforceError.sentence(for: code), arguments)
                })
        })

    private static func failure(_ row: Row) -> Failure {
        Failure(
            "salesforce/\(row.code)", row.summary, wire: wire(row), reports: reports(row.status), source: row.source,
            evidence: row.evidence, parameters: parameters(row), effect: effect { answer(row, $0) })
    }

    private static func parameters(_ row: Row) -> [Parameter] {
        let fields = row.code == "MALFORMED_ID" ? ["Id"] : row.fields
        return parameters(
            fields: fields.map { .json(JSONValue.array($0.map { .string($0) }).bytes()) },
            usage: row.capture?.usage.map { .text($0) })
    }

    /// A failure with a status of the guides and an error code whose own status is another.
    static func failure(
        _ name: String, _ summary: String, _ status: Int, _ source: String, code: String, message: String
    ) -> Failure {
        Failure(
            name, summary,
            wire: "\(status) with a list of one error, \(code): which code goes with the status is not published.",
            reports: reports(status), source: source, evidence: .assumed, parameters: parameters(),
            effect: effect { answer(code, status, message, $0) })
    }

    private static func wire(_ row: Row) -> String {
        switch row.status {
        case 300: "300 with a list of the records' URLs, and no error; with another `status` the error list."
        case 304: "304 and no body; with another `status` the error list."
        default:
            """
            \(row.status) with a list of one error, `[{"message", "errorCode"}]`; for a record of several the same \
            stands in its `errors`, where the code is called `statusCode`. \(text(row))
            """
        }
    }

    private static func text(_ row: Row) -> String {
        guard let capture = row.capture else { return "The text is assumed." }
        let other = capture.other.map { "; \"\($0.message)\" was captured too (\($0.source)), for `message`" } ?? ""
        return "The text is as captured\(other)."
    }

    /// A status of 300 or 304 is answered without an error; under another `status` it is an error like any other.
    private static func answer(_ row: Row, _ arguments: Arguments) -> SalesforceAnswer {
        let usage = arguments.headText("usage")
        guard (300..<400).contains(row.status), arguments.count("status") ?? row.status == row.status else {
            return SalesforceAnswer(row.error(arguments), row.status, usage: usage)
        }
        var reply =
            row.status == 300 ? Salesforce.json(300, Salesforce.matchingRecords) : Reply(ResponseHead(status: 304))
        if let usage { Salesforce.setUsage(usage, in: &reply) }
        return SalesforceAnswer(reply)
    }

    /// The error of a record whose answer has no error that can be read.
    static func meaning(of status: Int) -> SalesforceError {
        let code = [300: "MULTIPLE_RECORDS_FOUND", 304: "NOT_MODIFIED"][status]
        guard let code, let row = row(code) else {
            return SalesforceError(code: "UNKNOWN_EXCEPTION", message: "Status \(status)")
        }
        return SalesforceError(code: code, message: row.meaning)
    }

    private static func answer(
        _ code: String, _ status: Int, _ message: String, _ arguments: Arguments
    ) -> SalesforceAnswer {
        let error = SalesforceError(
            code: code, message: arguments.text("message") ?? message, fields: arguments.json("fields"))
        return SalesforceAnswer(error, status, usage: arguments.headText("usage"))
    }

    private static func effect(_ make: @escaping @Sendable (Arguments) -> SalesforceAnswer) -> Failure.Effect {
        .answerToCall { arguments in
            let answer = make(arguments)
            return { call, context in answer.reply(to: call, context.request) }
        }
    }

    private static func parameters(fields: Argument? = nil, usage: Argument? = nil) -> [Parameter] {
        [
            Parameter(
                "fields", .json, "A list of the fields that are to blame; anything else goes out as it is.",
                standard: fields),
            Salesforce.usage(standard: usage),
        ]
    }

    /// What the two client libraries report for a status.
    static func reports(_ status: Int, body: String = "list") -> [Failure.ClientReport] {
        let exception =
            switch status {
            case 300: "SalesforceMoreThanOneRecord"
            case 400: "SalesforceMalformedRequest"
            case 401: "SalesforceExpiredSession"
            case 403: "SalesforceRefusedRequest"
            case 404: "SalesforceResourceNotFound"
            default: "SalesforceGeneralError"
            }
        let sdk =
            status == 401
            ? "a refresh of the access token, then the request once more; after a second 401 an error of code 401"
            : "an error of code \(status) in com.salesforce.RestAPI.ErrorDomain, with the \(body) under `error`"
        return [
            Failure.ClientReport("simple-salesforce", exception), Failure.ClientReport("Mobile SDK for iOS", sdk),
        ]
    }

    static let guide = "https://developer.salesforce.com/docs/platform/api-rest/guide/errorcodes"
    static let composite = "REST API developer guide, composite and batch resources"
    private static let exceptionCodes = "partner WSDL, ExceptionCode (public generated class)"
    private static let clientCodes = "restforce's list of error codes"
    private static let statusCodes = "partner WSDL, StatusCode (public binding of an older version)"
}
