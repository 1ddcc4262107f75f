@testable import Catalogue
@testable import Systems
import TestSupport
import Testing
import Wire

/// The catalogue has every failure that the documents have, as they have it, and no other without a reason.
struct ReferenceTests {
    /// What a server can or cannot cause otherwise than its documents have it.
    private static let otherwise = [
        "urlerror/-1100": "a redirect to a file leads to it too, without FTP"
    ]

    /// Rows that no document lists.
    private static let beyond = [
        "graph/803": "a code that public client libraries list, and the documents do not",
        "mtop/other": "any list of ret can be sent",
        "graph/100/1815629": "captured of the Marketing API, and in no list",
        "graph/other": "lists of codes are never complete",
        "graph/101": "captured of the token endpoint, and in no list",
        "graph/131000": "captured of WhatsApp",
        "graph/131000/2494002": "captured of WhatsApp",
        "graph/131026": "captured of WhatsApp",
        "graph/131030": "captured of WhatsApp",
        "graph/131047": "captured of WhatsApp",
        "graph/132001": "captured of WhatsApp",
        "salesforce/other": "lists of error codes grow with each version of the API",
        "documents/768": "a code of FoundationErrors.h that the documents leave out",
        "documents/769": "a code of FoundationErrors.h that the documents leave out",
        "documents/5376": "a code of FoundationErrors.h that the documents leave out",
        "documents/5377": "a code of FoundationErrors.h that the documents leave out",
        "mtop/FAIL_SYS_TOKEN_ILLEGAL": "captured, and in no list",
        "salesforce/GONE": "captured with a retired version of the API",
        "salesforce/oauth/Bad_OAuth_Token": "a text of the identity endpoint, which is in no list of errors",
        "xmlrpc/Fault": "an exception of Python's client, from its documentation",
        "xmlrpc/ProtocolError": "an exception of Python's client, from its documentation",
        "xmlrpc/ExpatError": "an exception of Python's client, measured",
        "xmlrpc/ResponseError": "an exception of Python's client, measured",
        "salesforce/INVALIDENTITY": "captured, and in no list",
        "salesforce/maintenance": "a page that was captured",
        "salesforce/edge-unavailable": "a page that was captured",
    ].merging(
        codesOfPublicLibraries.map { ("salesforce/\($0)", "a code in a public library's list") }
            + codesOfBulk.map { ("salesforce/bulk/\($0)", "the Bulk API 1.0 has a list of its own") }
            + capturedErrors.map { ("jsonrpc/\($0)", "captured, and in no list") }
            + capturedFaults.map { ("xmlrpc/\($0)", "captured, and in no list") }
    ) { one, _ in one }

    private static let codesOfBulk = [
        "ClientInputError", "ExceededQuota", "FeatureNotEnabled", "InvalidBatch", "InvalidJob", "InvalidJobState",
        "InvalidOperation", "InvalidSessionId", "InvalidUrl", "InvalidUser", "InvalidXML", "Timeout",
        "TooManyLockFailure", "Unknown",
    ]

    private static let capturedFaults = [
        "wrong-password", "bad-name", "expired-token", "login-required", "traceback", "other",
    ]

    private static let capturedErrors = [
        "-28", "429", "other", "execution-reverted", "execution-reverted-without-data", "vm-execution-error",
        "capacity-exceeded", "legacy-rate-exceeded", "core-busy", "odoo-server-error", "kodi-method-not-found",
        "kodi-failed-to-execute", "no-valid-session", "session-not-found", "missing-session-id",
        "invalid-request-parameters", "invalid-project-id",
    ]

    private static let codesOfPublicLibraries = [
        "APEX_ERROR",
        "BCC_SELF_NOT_ALLOWED_IF_BCC_COMPLIANCE_ENABLED",
        "CANNOT_EXECUTE_FLOW_TRIGGER",
        "CANNOT_POST_TO_ARCHIVED_GROUP",
        "CANNOT_RESOLVE_NAME",
        "EMAIL_ADDRESS_BOUNCED",
        "EMAIL_OPTED_OUT",
        "EMAIL_TEMPLATE_FORMULA_ERROR",
        "EMAIL_TEMPLATE_MERGEFIELD_ACCESS_ERROR",
        "EMAIL_TEMPLATE_MERGEFIELD_ERROR",
        "EMAIL_TEMPLATE_MERGEFIELD_VALUE_ERROR",
        "EMAIL_TEMPLATE_PROCESSING_ERROR",
        "FORBIDDEN",
        "INVALID_EVENT_SUBSCRIPTION",
        "INVALID_INPUT",
        "INVALID_MARKUP",
        "INVALID_SIGNUP_COUNTRY",
        "MAX_TASK_DESCRIPTION_EXCEEDED",
        "PLATFORM_EVENT_ENCRYPTION_ERROR",
        "PLATFORM_EVENT_PUBLISHING_UNAVAILABLE",
        "PLATFORM_EVENT_PUBLISH_FAILED",
        "UNSUPPORTED_APEX_TRIGGER_OPERATION",
        "WEBLINK_URL_INVALID",
    ]

    /// Statuses that were captured since.
    private static let statuses = ["salesforce/INVALID_CROSS_REFERENCE_KEY": 404]

    /// Codes whose text was captured, which says more than what is known of their status.
    private static let captured: Set = [
        "ALL_OR_NONE_OPERATION_ROLLED_BACK", "API_DISABLED_FOR_ORG", "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY",
        "DUPLICATES_DETECTED", "DUPLICATE_VALUE", "ENTITY_IS_DELETED", "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY",
        "INVALID_CROSS_REFERENCE_KEY", "INVALID_FIELD", "INVALID_FIELD_FOR_INSERT_UPDATE", "INVALID_ID_FIELD",
        "INVALID_LOGIN",
        "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", "INVALID_SESSION_ID", "INVALID_TYPE", "JSON_PARSER_ERROR",
        "MALFORMED_QUERY",
        "MALFORMED_SEARCH", "METHOD_NOT_ALLOWED", "NOT_FOUND", "PROCESSING_HALTED", "QUERY_TOO_COMPLICATED",
        "REQUEST_LIMIT_EXCEEDED",
        "REQUIRED_FIELD_MISSING", "SERVER_UNAVAILABLE", "STRING_TOO_LONG", "UNABLE_TO_LOCK_ROW", "UNKNOWN_EXCEPTION",
    ]

    private static let listed = Set(
        FailureIndex.all.chapters.flatMap { $0.rows.map(\.name) + $0.failures.map(\.name) })

    /// The rows that have a name, by system and name: what one client calls a code, another may call two.
    private static let names = Dictionary(
        uniqueKeysWithValues: Reference.systems.map { reference in
            let pairs = reference.rows.flatMap { row in ([row.code] + row.aliases).map { ($0, row.name) } }
            return (reference.system, Dictionary(grouping: pairs) { $0.0 }.mapValues { $0.map(\.1) })
        })

    private static func chapter(_ system: String) throws -> any Chapter {
        try #require(FailureIndex.all.chapters.first { $0.system == system })
    }

    @Test(arguments: Reference.systems.flatMap(\.rows)) func everyFailureOfTheDocumentsIsThere(row: Reference.Row)
        throws
    {
        let chapter = try Self.chapter(row.system)
        let entry = try #require(chapter.entry(code: row.name))
        // A code that nobody lists would be found too.
        #expect(Self.listed.contains(entry.name))
        for alias in row.aliases {
            let owners = Self.names[row.system]?[alias] ?? []
            let found = try #require(chapter.entry(code: alias), "\(alias)")
            #expect(owners.contains { chapter.entry(code: $0)?.name == found.name }, "\(alias)")
        }
        if let cause = row.cause {
            let isElsewhere = !["server", "proxy"].contains(cause)
            #expect(Self.isInducible(entry) == (!isElsewhere || Self.otherwise[entry.name] != nil), "\(cause)")
        }
        if let status = Self.statuses[entry.name] ?? row.status {
            #expect(FailureIndex.all[entry.name]?.script().status == status)
        }
        if let basis = row.basis { Self.expect(entry, isKnownBy: basis) }
    }

    /// A code that people report of clients is observed, too, and is not said to be measured.
    @Test func theSourceOfAURLErrorSaysThatItWasMeasuredWhereItWas() throws {
        let reference = try #require(Reference.systems.first { $0.system == "urlerror" })
        let chapter = try Self.chapter("urlerror")
        for row in reference.rows {
            let source = try #require(reference.sources[row.source])
            let entry = try #require(chapter.entry(code: row.name))
            #expect(
                entry.source.contains("measured on loopback") == source.contains("measured on loopback"), "\(row.code)")
        }
    }

    private static func isInducible(_ entry: CatalogueEntry) -> Bool {
        if case .notInducible = entry.disposition { false } else { true }
    }

    private static func expect(_ entry: CatalogueEntry, isKnownBy basis: String) {
        switch basis {
        case "exact": #expect(entry.evidence == .documented)
        case "analogue": #expect(entry.evidence == .assumed)
        case "natural": #expect(entry.remarks.contains { $0.text == "Foundation" })
        case "app-mapped": #expect(entry.remarks.contains { $0.text == "the app or its file provider" })
        case _ where entry.name.hasPrefix("salesforce/") && captured.contains(entry.code):
            #expect(entry.evidence == .observed && entry.source.contains("text captured: "))
        default: #expect(entry.evidence.rawValue == basis)
        }
    }

    @Test(arguments: Reference.systems.map(\.system)) func theCatalogueHasNothingElse(system: String) throws {
        let chapter = try Self.chapter(system)
        let listed = Set(Reference.rows(system).compactMap { chapter.entry(code: $0.name)?.name })
        let others = Set(chapter.rows.map(\.name)).subtracting(listed)
        #expect(others == Set(Self.beyond.keys.filter { $0.hasPrefix("\(system)/") }))
    }

    @Test func everySystemWithRowsHasItsDocuments() {
        let systems = FailureIndex.all.chapters.filter { !$0.rows.isEmpty && $0.system != "tls" }.map(\.system)
        #expect(Set(systems) == Set(Reference.systems.map(\.system)))
    }

    @Test(arguments: Reference.systems.map(\.system) + ["wire"]) func everyFactHasItsSource(system: String) {
        let reference = Reference(system)
        #expect(!reference.rows.isEmpty && Set(reference.rows.map(\.source)) == Set(reference.sources.keys))
    }

    @Test func everyBehaviourOfTheWireIsThere() {
        #expect(
            WireBehaviours.all.map { "\($0.layer.rawValue) \($0.name)" }
                == Reference.wire.rows.map { "\($0.group) \($0.code)" })
    }
}
