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
    /// The requests used and allowed, where the answer told them.
    var usage: String?

    static let byCode: [String: SalesforceCapture] = [
        "INVALID_SESSION_ID": SalesforceCapture(
            message: "Session expired or invalid", source: "restforce 284",
            other: ("This session is not valid for use with the REST API", "jsforce 1301, since 2023")),
        "REQUEST_LIMIT_EXCEEDED": SalesforceCapture(
            message: "TotalRequests Limit exceeded.", source: "public issue threads", usage: "100000/100000"),
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
            source: "public issue threads",
            other: (
                "\nFIND {a|b} RETURNING Contact\n         ^\nERROR at Row:1:Column:10\n"
                    + "line 1:10 mismatched character '|' expecting '}'", "restforce/restforce#688"
            )),
        "INVALID_FIELD": SalesforceCapture(
            message: "\nSELECT Id, Nmae FROM Account\n           ^\nERROR at Row:1:Column:12\n"
                + "No such column 'Nmae' on entity 'Account'. If you are attempting to use a custom field, be sure to "
                + "append the '__c' after the custom field name. Please reference your WSDL or the describe call for "
                + "the appropriate names.", source: "apache/camel-quarkus#3022",
            other: (
                "No such column 'Nmae' on sobject of type Contact",
                "for a create, MinnPost/object-sync-for-salesforce#194"
            )),
        "NOT_FOUND": SalesforceCapture(
            message: "The requested resource does not exist",
            source: "electricimp/Salesforce#11; `errorCode` before `message` was captured too, "
                + "ballerina-platform/module-ballerinax-salesforce#4",
            other: (
                Salesforce.noSuchID + "001000000000001AAA",
                "with Sforce-Limit-Info, for an ID or an external ID that is none, a capture"
            )),
        "METHOD_NOT_ALLOWED": SalesforceCapture(
            message: "HTTP Method 'PATCH' not allowed. Allowed are HEAD,GET,POST",
            source: "omniphx/forrest#191, omniphx/forrest#181, simple-salesforce/simple-salesforce#412",
            isCodeFirst: true),
        "INVALID_CROSS_REFERENCE_KEY": SalesforceCapture(
            message: "invalid cross reference id", source: "a capture and a public client's test",
            other: (
                "Record Type ID: this ID value isn't valid for the user: 012000000000001AAA",
                "for a field, with its name in `fields`, a public client's test"
            ), isCodeFirst: true),
        "INVALID_TYPE": SalesforceCapture(
            message: "sObject type 'X' is not supported.", source: "public clients' tests",
            other: (
                "\nSELECT Id FROM X\n               ^\nERROR at Row:1:Column:16\n"
                    + "sObject type 'X' is not supported.", "for a query, public clients' tests"
            )),
        "INVALID_LOGIN": SalesforceCapture(
            message: "Invalid username, password, security token; or user locked out.",
            source: "a public client's test"),
        "INVALIDENTITY": SalesforceCapture(
            message: "AccountHistory is not supported by the Bulk API", source: "airbytehq/airbyte#8206",
            other: ("Selecting compound data not supported in Bulk Query", "airbytehq/airbyte#8206")),
        "INVALID_ID_FIELD": SalesforceCapture(
            message: "Invalid identifier: 001000000000001AAA", source: "a capture", isCodeFirst: true),
        "INVALID_INPUT": SalesforceCapture(
            message: "The SOQL FIELDS function is not supported with an unbounded set of fields via queryMore.",
            source: "restforce/restforce#789"),
        "QUERY_TOO_COMPLICATED": SalesforceCapture(
            message: "Query is either selecting too many fields or the filter conditions are too complicated.",
            source: "simple-salesforce/simple-salesforce#179"),
        "SERVER_UNAVAILABLE": SalesforceCapture(message: "Server too busy", source: "restforce/restforce#156"),
        "DUPLICATE_VALUE": SalesforceCapture(
            message: "duplicate value found: Message_Id__c duplicates value on record with id: 001000000000001AAA",
            source: "a capture and gravityplus/Gravity-Forms-Salesforce#163", fields: [],
            usage: Salesforce.standardUsage),
        "STRING_TOO_LONG": SalesforceCapture(
            message: "Billing City: data value too large: "
                + "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch (max length=40)",
            source: "CoderDojo/community-platform#762, gravityplus/Gravity-Forms-Salesforce#320", fields: []),
        "ENTITY_IS_DELETED": SalesforceCapture(
            message: "entity is deleted", source: "a capture and a public client's test", fields: []),
        "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY": SalesforceCapture(
            message: "entity type cannot be updated: VS Setting", source: "a capture",
            other: ("record type missing for: Account", "over SOAP, mulesoft/salesforce-connector#139"), fields: []),
        "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY": SalesforceCapture(
            message: "insufficient access rights on cross-reference id: 001000000000001",
            source: "a public client's test", fields: []),
        "INVALID_FIELD_FOR_INSERT_UPDATE": SalesforceCapture(
            message: "Unable to create/update fields: Name. Please check the security settings of this field and "
                + "verify that it is read/write for your profile or permission set.",
            source: "a public client's test", fields: ["Name"]),
        "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST": SalesforceCapture(
            message: "Job Category: bad value for restricted picklist field: Unknown",
            source: "a public client's test", fields: ["Job_Category__c"]),
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
