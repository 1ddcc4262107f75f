internal import Catalogue
internal import Wire

/// The statuses in the guides of the REST API and of Connect REST, and what causes each.
enum SalesforceStatuses {
    /// name | status | meaning | causes; or = and an error code whose own status is another; or an HTML page; or -
    /// for a success
    private static let table = """
        200 | 200 | The request succeeds, and the response has a body | -
        201 | 201 | A record is created | -
        204 | 204 | A record is changed or deleted, and the response has no body | -
        300 | 300 | An external ID is that of several records, which the body lists | salesforce/MULTIPLE_RECORDS_FOUND
        304 | 304 | Nothing has changed since the time of If-Modified-Since | salesforce/NOT_MODIFIED
        400 | 400 | The request is not understood, mostly for its JSON or for one of its fields | salesforce/MALFORMED_ID; salesforce/MALFORMED_QUERY; salesforce/INVALID_FIELD; salesforce/JSON_PARSER_ERROR
        401 | 401 | The session or the token has expired, or is not valid | salesforce/INVALID_SESSION_ID; salesforce/INVALID_AUTH_HEADER
        403 | 403 | The request is refused for a permission or for a limit | salesforce/REQUEST_LIMIT_EXCEEDED; salesforce/INSUFFICIENT_ACCESS; salesforce/API_DISABLED_FOR_ORG
        404 | 404 | The resource or the record is not there | salesforce/NOT_FOUND; salesforce/ENTITY_IS_DELETED; salesforce/RECORD_NOT_FOUND
        405 | 405 | The resource does not take this method | salesforce/METHOD_NOT_ALLOWED
        409 | 409 | The request conflicts with the state that the resource is in | = UNKNOWN_EXCEPTION
        410 | 410 | The resource is gone, as retired versions of the API are | salesforce/GONE; salesforce/UNSUPPORTED_API_VERSION
        412 | 412 | A condition of the request does not hold, such as If-Unmodified-Since | = UNKNOWN_EXCEPTION
        414 | 414 | The URI is longer than 16,384 bytes | page of Jetty
        415 | 415 | The format of the request is not supported | salesforce/UNSUPPORTED_MEDIA_TYPE
        420 | 420 | Salesforce Edge has no route for the host | page
        428 | 428 | The request has no condition, and needs one | = UNKNOWN_EXCEPTION
        431 | 431 | URI and header fields are longer than 16,384 bytes together | page
        500 | 500 | Something goes wrong inside of the server | salesforce/UNKNOWN_EXCEPTION
        502 | 502 | Salesforce Edge cannot reach the instance | page
        503 | 503 | The server is too busy, or not available | salesforce/SERVER_UNAVAILABLE; salesforce/ORG_IN_MAINTENANCE; salesforce/maintenance; salesforce/edge-unavailable
        maintenance | 503 | A page tells that Salesforce is down for maintenance | page of maintenance
        edge-unavailable | 503 | The servers in front of Salesforce have no answer | page of the edge
        connect/202 | 202 | Connect REST accepts the request, and does it later | -
        connect/422 | 422 | Connect REST cannot process the request | = UNKNOWN_EXCEPTION
        connect/429 | 429 | Older versions of Connect REST have had too many requests in 24 hours | = REQUEST_LIMIT_EXCEEDED
        connect/503 | 503 | Connect REST has had too many requests in an hour | = REQUEST_LIMIT_EXCEEDED
        """

    static let part = RowIndex.Part.table(RowTable(table, entry)) { row in
        let code = row.text()
        return aliases(code, status: row.int())
    }

    private static func isOfConnect(_ code: String) -> Bool { code.hasPrefix("connect/") }

    private static func aliases(_ code: String, status: Int) -> [String] {
        isOfConnect(code) && status != 503 ? ["\(status)"] : []
    }

    private static func entry(_ row: inout TableRow) -> CatalogueEntry {
        let (code, status, meaning) = (row.text(), row.int(), row.text())
        let (name, summary) = ("salesforce/\(code)", "Status \(status): \(meaning).")
        let source = isOfConnect(code) ? "Connect REST API guide, status codes" : SalesforceErrors.guide
        // The guides say neither which code goes with a status, nor what a page looks like.
        let isAssumed: Bool
        var page: Page?
        let disposition: CatalogueEntry.Disposition
        if let errorCode = row.text(after: "= ") {
            isAssumed = true
            disposition = .failure {
                SalesforceErrors.failure(name, summary, status, source, code: errorCode, message: meaning)
            }
        } else if let marked = row.mark(of: Page.self) {
            page = marked
            isAssumed = marked == .assumed
            disposition = .failure { failure(marked, name, summary, status, marked.source ?? source, message: meaning) }
        } else {
            isAssumed = false
            let causes = row.causes()
            disposition =
                causes.isEmpty ? .failure { success(name, summary, status: status, source: source) } : .causes(causes)
        }
        return CatalogueEntry(
            name, aliases: aliases(code, status: status), summary, source: page?.source ?? source,
            evidence: isAssumed ? .assumed : page == nil ? .documented : .observed, disposition)
    }

    /// A page of a server in front of the API, not of the API.
    private enum Page: String {
        /// What it looks like is not known.
        case assumed = "page"
        case jetty = "page of Jetty"
        case maintenance = "page of maintenance"
        case edge = "page of the edge"

        /// Where it was captured.
        var source: String? {
            switch self {
            case .assumed: nil
            case .jetty: SalesforceErrors.guide + "; page captured: simple-salesforce/simple-salesforce#271"
            case .maintenance: "captured: developerforce/Force.com-Toolkit-for-NET#160; status assumed"
            case .edge: "captured: forcedotcom/SalesforceMobileSDK-CordovaPlugin#621"
            }
        }

        /// What it says, if not the meaning of the status.
        var message: String? {
            switch self {
            case .assumed: nil
            case .jetty: "URI Too Long"
            case .maintenance: "We are down for maintenance."
            case .edge: "Service Not Available"
            }
        }

        func reply(_ status: Int, _ message: String) -> Reply {
            switch self {
            case .assumed:
                html(status, "<html><head><title>\(status)</title></head><body><h1>\(message)</h1></body></html>\n")
            case .jetty: html(status, "<h1>Bad Message \(status)</h1><pre>reason: \(message)</pre>")
            case .maintenance:
                html(
                    status,
                    """
                    <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
                    <html><head><title>\(message)</title></head>
                    <body><h1>\(message)</h1><p>Sorry for the inconvenience. We'll be back shortly.</p></body></html>

                    """)
            case .edge:
                Reply(
                    ResponseHead(
                        status: status,
                        fields: [HeaderField("Content-Type", "text/html"), HeaderField("Server", "AkamaiNetStorage")]),
                    body: [Reply.Part(.bytes(Array(message.utf8)))])
            }
        }

        private func html(_ status: Int, _ text: String) -> Reply {
            Reply(status: status, contentType: "text/html; charset=utf-8", text: text)
        }
    }

    private static func failure(
        _ page: Page, _ name: String, _ summary: String, _ status: Int, _ source: String, message: String
    ) -> Failure {
        let evidence = page == .assumed ? "assumed" : page == .edge ? "as captured" : "its text as captured"
        return Failure(
            name, summary, wire: "\(status) with a small HTML page (\(evidence)); `message` is its text.",
            reports: SalesforceErrors.reports(status, body: "text"), source: source,
            evidence: page == .assumed ? .assumed : .observed,
            effect: .answer { page.reply(status, Failure.escaped($0.text("message") ?? page.message ?? message)) })
    }

    /// A success that a client may misread.
    private static func success(
        _ name: String, _ summary: String, status: Int, source: String
    ) -> Failure {
        let body: (bytes: [UInt8], description: String)? =
            switch status {
            case 200: (Salesforce.queryResult, "the result of a query")
            case 201: (Salesforce.createdRecord, "the result of a creation")
            default: nil
            }
        return Failure(
            name, summary,
            wire: """
                \(status) with \(body.map { "\($0.description), and Sforce-Limit-Info" } ?? "no body")\
                \(status == 201 ? "; Location is the record's URL" : "").
                """,
            reports: [Failure.ClientReport("Mobile SDK for iOS", body == nil ? "success, with nil" : "success")],
            source: source,
            parameters: body == nil ? [] : [Salesforce.usage(standard: .text(Salesforce.standardUsage))],
            effect: .answerToCall { arguments in
                if let message = arguments.text("message") {
                    let reply = Reply(status: status, contentType: "text/plain; charset=utf-8", text: message + "\n")
                    return { _, _ in reply }
                }
                let usage = arguments.headText("usage") ?? Salesforce.standardUsage
                let reply =
                    body.map { Salesforce.success(status, $0.bytes, usage: usage) }
                    ?? Reply(ResponseHead(status: status))
                guard status == 201 else { return { _, _ in reply } }
                return { call, context in located(reply, call, context.request) }
            })
    }

    /// A creation with the URL of its record.
    private static func located(_ reply: Reply, _ call: Call?, _ request: Request) -> Reply {
        let version = (call?.salesforceResource ?? SalesforceResource(request))?.version ?? "v62.0"
        let object = call?.fields[Salesforce.Field.object] ?? Array("Account".utf8)
        var reply = reply
        reply.head.set(Salesforce.location(of: Salesforce.createdID, object, version))
        return reply
    }
}
