internal import Wire

/// The statuses that the guides of the REST API and of Connect REST list, each by what leads to it.
enum SalesforceStatuses {
    /// name | status | meaning | causes, or - for a success that is answered as it is
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
        409 | 409 | The request conflicts with the state that the resource is in | salesforce/UNKNOWN_EXCEPTION status=409
        410 | 410 | The resource is gone, as retired versions of the API are | salesforce/UNSUPPORTED_API_VERSION
        412 | 412 | A condition of the request does not hold, such as If-Unmodified-Since | salesforce/BATCH_PROCESSING_HALTED; salesforce/UNKNOWN_EXCEPTION status=412
        414 | 414 | The URI is longer than 16,384 bytes | http/status/414
        415 | 415 | The format of the request is not supported | salesforce/UNSUPPORTED_MEDIA_TYPE
        420 | 420 | Salesforce Edge has no route for the host | http/html status=420
        428 | 428 | The request has no condition, and needs one | salesforce/UNKNOWN_EXCEPTION status=428
        431 | 431 | URI and header fields are longer than 16,384 bytes together | http/status/431
        500 | 500 | Something goes wrong inside of the server | salesforce/UNKNOWN_EXCEPTION
        502 | 502 | Salesforce Edge cannot reach the instance | http/html status=502
        503 | 503 | The server is too busy, or not available | salesforce/SERVER_UNAVAILABLE; salesforce/ORG_IN_MAINTENANCE
        connect/202 | 202 | Connect REST accepts the request, and does it later | -
        connect/422 | 422 | Connect REST cannot process the request | salesforce/UNKNOWN_EXCEPTION status=422
        connect/429 | 429 | Older versions of Connect REST have had too many requests in 24 hours | salesforce/REQUEST_LIMIT_EXCEEDED status=429
        connect/503 | 503 | Connect REST has had too many requests in an hour | salesforce/REQUEST_LIMIT_EXCEEDED status=503
        """

    static let rows = TextTable(table, columns: 4).rows.map(entry)

    private static func entry(_ cells: [String]) -> CatalogueEntry {
        let (name, summary) = ("salesforce/\(cells[0])", "Status \(cells[1]): \(cells[2]).")
        let isOfConnect = cells[0].hasPrefix("connect/")
        let source = isOfConnect ? "Connect REST API guide, status codes" : SalesforceErrors.guide
        let status = Int(cells[1]) ?? 200
        return CatalogueEntry(
            name, aliases: isOfConnect && status != 503 ? [cells[1]] : [], summary, source: source,
            evidence: .documented,
            cells[3] == "-" ? .failure { success(name, summary, status, source) } : .causes(Cause.list(cells[3])))
    }

    /// What a client may take for a failure, or for more than it is.
    private static func success(_ name: String, _ summary: String, _ status: Int, _ source: String) -> Failure {
        let body: (bytes: [UInt8], words: String)? =
            switch status {
            case 200: (Salesforce.queryResult, "the result of a query")
            case 201: (Salesforce.createdRecord, "the result of a creation")
            default: nil
            }
        return Failure(
            name, summary, wire: "\(status) with \(body?.words ?? "no body").",
            reports: [Failure.ClientReport("Mobile SDK for iOS", body == nil ? "success, with nil" : "success")],
            source: source,
            effect: .answer { arguments in
                if let message = arguments.text("message") {
                    return Reply(status: status, contentType: "text/plain; charset=utf-8", text: message + "\n")
                }
                return body.map { Salesforce.json(status, $0.bytes) } ?? Reply(ResponseHead(status: status))
            })
    }
}
