internal import Catalogue
internal import Wire

/// The error codes of Salesforce: a failure for each, and one for codes that are in no list.
enum SalesforceErrors {
    private static let table = TextTable.rows(SalesforceErrorRows.text, Row.init)
    static let rows = table.map(entry) + [other]

    /// A row of the table.
    private struct Row: Sendable {
        let code: String
        let status: Int
        let evidence: Failure.Evidence
        let level: Level
        let message: String
        let note: String?

        /// What the code is about, by the list that has it.
        enum Level: String {
            case request, record, both, rest
        }

        init(_ row: inout TableRow) {
            code = row.text()
            status = row.int()
            evidence = row.word()
            level = row.word()
            message = row.optional() ?? SalesforceError.sentence(for: code)
            note = row.optional()
        }

        var summary: String {
            let subject =
                switch level {
                case .record: "A record is refused with"
                case .both: "A request or a record is refused with"
                case .request, .rest: "A request is refused with"
                }
            return "\(subject) \(code): \(message)." + (note.map { " " + $0 } ?? "")
        }

        /// The source of the code, and behind it that of its status.
        var source: String {
            let list =
                switch level {
                case .request: SalesforceErrors.exceptionCodes
                case .record: SalesforceErrors.statusCodes
                case .both: SalesforceErrors.exceptionCodes + "; " + SalesforceErrors.statusCodes
                case .rest: code == "PROCESSING_HALTED" ? SalesforceErrors.composite : SalesforceErrors.guide
                }
            return "\(list); status \(status) \(evidence.rawValue)" + (statusSource.map { ": \($0)" } ?? "")
        }

        private var statusSource: String? {
            switch evidence {
            case .documented: code.hasSuffix("PROCESSING_HALTED") ? SalesforceErrors.composite : SalesforceErrors.guide
            case .observed: "public captures of the REST API"
            case .assumed: nil
            }
        }
    }

    /// An answer of the system itself with this code; the default message is that of the table.
    static func reply(_ code: String, _ message: String? = nil) -> Reply {
        let row = byCode[code]
        let error = SalesforceError(code: code, message: message ?? row?.message ?? SalesforceError.sentence(for: code))
        return error.reply(row?.status ?? 400)
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: table.map { ($0.code, $0) })

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
                    Parameter("errorCode", .text, "The code.", standard: .text("NEW_ERROR_CODE"))
                ] + parameters,
                effect: .answer { arguments in
                    let code = arguments.text("errorCode") ?? ""
                    return reply(code, 400, SalesforceError.sentence(for: code), arguments)
                })
        })

    private static func failure(_ row: Row) -> Failure {
        var parameters = parameters
        if row.code == "MALFORMED_ID" { parameters[0] = fields(standard: .json(Array(#"["Id"]"#.utf8))) }
        if row.code == "REQUEST_LIMIT_EXCEEDED" { parameters[1] = usage(standard: .text("100000/100000")) }
        return Failure(
            "salesforce/\(row.code)", row.summary, wire: wire(row), reports: reports(row.status), source: row.source,
            evidence: row.evidence, parameters: parameters, effect: effect(row))
    }

    /// A failure with a status of the guides and an error code whose own status is another.
    static func failure(
        _ name: String, _ summary: String, _ status: Int, _ source: String, code: String, message: String
    ) -> Failure {
        Failure(
            name, summary,
            wire: "\(status) with a list of one error, \(code): which code goes with the status is not published.",
            reports: reports(status), source: source, evidence: .assumed, parameters: parameters,
            effect: .answer { reply(code, status, message, $0) })
    }

    private static func wire(_ row: Row) -> String {
        switch row.status {
        case 300: "300 with a list of the records' URLs, and no error; with another `status` the error list."
        case 304: "304 and no body; with another `status` the error list."
        default:
            """
            \(row.status) with a list of one error, `[{"message", "errorCode"}]`; for a record of several the same \
            stands in its `errors`, where the code is called `statusCode`.
            """
        }
    }

    /// A status of 300 or 304 is answered without an error; under another `status` it is an error like any other.
    private static func effect(_ row: Row) -> Failure.Effect {
        .answer { arguments in
            guard (300..<400).contains(row.status), arguments.count("status") ?? row.status == row.status else {
                return reply(row.code, row.status, row.message, arguments)
            }
            var reply =
                row.status == 300 ? Salesforce.json(300, Salesforce.matchingRecords) : Reply(ResponseHead(status: 304))
            setUsage(arguments, in: &reply)
            return reply
        }
    }

    /// The error of a record whose answer has no error that can be read.
    static func meaning(of status: Int) -> SalesforceError {
        let code = [300: "MULTIPLE_RECORDS_FOUND", 304: "NOT_MODIFIED"][status]
        guard let code, let row = byCode[code] else {
            return SalesforceError(code: "UNKNOWN_EXCEPTION", message: "Status \(status)")
        }
        return SalesforceError(code: code, message: row.message)
    }

    private static func reply(_ code: String, _ status: Int, _ message: String, _ arguments: Arguments) -> Reply {
        let error = SalesforceError(
            code: code, message: arguments.text("message") ?? message, fields: arguments.json("fields"))
        var reply = error.reply(status)
        setUsage(arguments, in: &reply)
        return reply
    }

    private static func setUsage(_ arguments: Arguments, in reply: inout Reply) {
        if let usage = arguments.headText("usage") { reply.head.set("Sforce-Limit-Info", "api-usage=\(usage)") }
    }

    private static let parameters = [fields(), usage()]

    private static func fields(standard: Argument? = nil) -> Parameter {
        Parameter(
            "fields", .json, "A list of the fields that are to blame; anything else goes out as it is.",
            standard: standard)
    }

    private static func usage(standard: Argument? = nil) -> Parameter {
        Parameter(
            "usage", .text, limit: .withinLine,
            "The requests used and allowed, such as 10018/100000, in the field Sforce-Limit-Info.", standard: standard)
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
    private static let statusCodes = "partner WSDL, StatusCode (public binding of an older version)"
}
