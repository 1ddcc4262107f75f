/// What real servers were seen to send with a code: the text and, for errors of a record, the fields.
///
/// The texts of all other codes are ours. They stand with the codes in `SalesforceErrorRows`.
struct SalesforceCapture: Sendable {
    let message: String
    /// Where it was pasted: repositories and the numbers of their issues.
    let source: String
    /// Another text that was captured with the same code, and where.
    var other: (message: String, source: String)?
    /// Names in `fields`; nil if the member is missing.
    var fields: [String]?
    /// Whether the names of the fields stand behind the message.
    var namesFields = false
    /// What stands in front of `message` and `errorCode`, as JSON.
    var leading: String?
    /// Whether `errorCode` comes before `message`.
    var isCodeFirst = false

    static let byCode: [String: SalesforceCapture] = [
        "INVALID_SESSION_ID": SalesforceCapture(
            message: "Session expired or invalid", source: "restforce 284",
            other: ("This session is not valid for use with the REST API", "jsforce 1301, since 2023")),
        "REQUEST_LIMIT_EXCEEDED": SalesforceCapture(
            message: "TotalRequests Limit exceeded.", source: "public issue threads"),
        "REQUIRED_FIELD_MISSING": SalesforceCapture(
            message: "Required fields are missing:", source: "public issue threads", fields: ["Name"],
            namesFields: true),
        "UNABLE_TO_LOCK_ROW": SalesforceCapture(
            message: "unable to obtain exclusive access to this record or 1 records: 001000000000001AAA",
            source: "public issue threads", fields: []),
        "UNKNOWN_EXCEPTION": SalesforceCapture(
            message: "An unexpected error occurred. Please include this ErrorId if you contact support: "
                + "1000000000-10000 (1000000000)",
            source: "restforce 821"),
        "API_DISABLED_FOR_ORG": SalesforceCapture(
            message: "The REST API is not enabled for this Organization.", source: "public issue threads"),
        "JSON_PARSER_ERROR": SalesforceCapture(
            message: JSONParserWords.message("j", code: 106, JSONParserWords.value, line: 1, column: 18),
            source: "public issue threads"),
        "MALFORMED_QUERY": SalesforceCapture(
            message: "\nName, Industry, From Account\n                ^\nERROR at Row:1:Column:78\n"
                + "unexpected token: 'From'",
            source: "public issue threads"),
        "MALFORMED_SEARCH": SalesforceCapture(
            message: "No search term found. The search term must be enclosed in braces.",
            source: "public issue threads"),
        "ALL_OR_NONE_OPERATION_ROLLED_BACK": SalesforceCapture(
            message: "Record rolled back because not all records were valid and the request was using AllOrNone header",
            source: "public issue threads", fields: []),
        "PROCESSING_HALTED": SalesforceCapture(
            message: "The transaction was rolled back since another operation in the same transaction failed.",
            source: "public issue threads", isCodeFirst: true),
        "DUPLICATES_DETECTED": SalesforceCapture(
            message: "Use one of these records?", source: "public issue threads", leading: duplicateResult),
    ]

    /// "duplicateResut" is how the server spells it. What is in it is documented.
    private static let duplicateResult =
        #""duplicateResut":{"allowSave":true,"duplicateRule":"Standard_Account_Duplicate_Rule","#
        + #""duplicateRuleEntityType":"Account","errorMessage":"Use one of these records?","matchResults":["#
        + #"{"entityType":"Account","errors":[],"matchEngine":"FuzzyMatchEngine","matchRecords":["#
        + #"{"additionalInformation":[],"fieldDiffs":[],"matchConfidence":100.0,"record":{"attributes":"#
        + #"{"type":"Account","url":"/services/data/v62.0/sobjects/Account/001000000000001AAA"},"#
        + #""Id":"001000000000001AAA"}}],"rule":"Standard_Account_Match_Rule_v1_0","size":1,"success":true}]}"#
}
