import Catalogue
import Systems
import Testing

@testable import MishapCommand

/// `explain` finds every name that the documents of the systems have, and those that clients print.
struct ExplainNamesTests {
    // MARK: Names in documents

    @Test(arguments: [
        ("JSONRPCErrorJSONObjectKey", "jsonrpc/JSONRPCServerErrorDomain  "),
        ("request:didLoadResponse:", "salesforce/didLoadResponse  "),
        ("request:didFailLoadWithError:", "salesforce/didFailLoadWithError  "),
        ("requestDidCancelLoad:", "salesforce/requestDidCancelLoad  "),
        ("requestDidTimeout:", "salesforce/requestDidTimeout  "),
        ("requestDidTimeout", "salesforce/requestDidTimeout  "),
        ("EC_NONE_NETWORK", "mtop/-1900  "), ("EC_SESSION_EXPIRED", "mtop/-5002  "),
        ("FAIL_BIZ", "mtop/business  "), ("NSCompressionFailed", "documents/5376  "),
        ("NSDecompressionFailed", "documents/5377  "), ("NSFileManagerUnmountBusyError", "documents/769  "),
        ("UIDocumentStateInConflict", "documents/conflict  "),
        ("documents/out-of-space/disk", "documents/out-of-space  "),
    ])
    func aNameOfADocumentIsAFailure(name: String, begins: String) {
        let run = Run(["explain", name])
        #expect(run.code == 0 && run.output.hasPrefix(begins), "\(run.output)\(run.error)")
    }

    @Test(arguments: [
        ("methodCall:shouldForwardConnectionError:", ["jsonrpc/NSURLErrorDomain", "jsonrpc/EPARSE"]),
        ("EC_CONNECT_TIMEOUT", ["mtop/-2003", "mtop/-2004", "mtop/-2560"]),
        ("EC_CONNECT_FAILED", ["mtop/-3860"]),
        ("account-disabled", ["graph/190/459", "graph/FBSDKLoginErrorSystemAccountUnavailable"]),
        ("UIDocumentStateChangedNotification", ["documents/conflict"]),
        ("revert", ["documents/missing", "documents/conflict"]),
        ("768", ["documents/768", "salesforce/kSFIdentityErrorDataMalformed"]), ("769", ["documents/769"]),
    ])
    func aNameOfADocumentIsSeveral(name: String, some: [String]) {
        let run = Run(["explain", name])
        #expect(run.code == 0, "\(run.error)")
        for failure in some { #expect(run.output.contains("\n  \(failure) "), "\(failure): \(run.output)") }
    }

    @Test(arguments: [
        ("subCode", "no field of an answer"), ("SUCCESS", "code of MTOP's successes"),
        ("FBSDKErrorDeveloperMessageKey", "message"), ("FBSDKErrorLocalizedDescriptionKey", "userMessage"),
        ("FBSDKErrorLocalizedTitleKey", "userTitle"), ("FBSDKGraphRequestErrorCategoryKey", "graph/190"),
        ("FBSDKGraphRequestErrorHTTPStatusCodeKey", "status"), ("FBSDKGraphRequestErrorParsedJSONResponseKey", "JSON"),
        ("FBSDKGraphRequestErrorGraphErrorCode", "190/463"), ("FBSDKGraphRequestErrorErrorSubcode", "190/463"),
        ("NSRecoveryAttempterErrorKey", "graph/2"), ("NSLocalizedRecoverySuggestionErrorKey", "graph/190"),
        ("NSLocalizedRecoveryOptionsErrorKey", "graph/190"), ("NSCocoaErrorDomain", "mishap catalogue documents"),
        ("handleError", "documents/260"), ("cors", #""cors": true"#),
    ])
    func aNameOfADocumentHasAReason(name: String, part: String) {
        let run = Run(["explain", name])
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.error.hasPrefix("mishap: there is no failure \"\(name)\": ") && run.error.contains(part))
    }

    // MARK: Statuses

    @Test(arguments: [
        ("429", ["salesforce/connect/429", "jsonrpc/429"]), ("401", ["salesforce/401"]),
        ("404", ["salesforce/404", "documents/missing"]), ("420", ["mtop/420", "salesforce/420"]),
        ("503", ["salesforce/503", "salesforce/connect/503", "documents/unavailable"]),
        ("409", ["salesforce/409"]), ("500", ["salesforce/500", "graph/1"]), ("403", ["salesforce/403", "graph/4"]),
    ])
    func aStatusIsThatOfHTTPFirst(status: String, others: [String]) {
        let said = Run(["explain", status]).output
        let lines = said.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ").first.map(String.init) ?? ""
        }
        #expect(lines.first == "http/status/\(status)", "\(said)")
        for other in others { #expect(lines.contains(other), "\(other): \(said)") }
        #expect(Set(lines).count == lines.count)
    }

    @Test(arguments: ["418", "599", "451"]) func aStatusOfNoSystemIsThatOfHTTP(status: String) {
        #expect(Run(["explain", status]).output.hasPrefix("http/status/\(status)  "))
    }

    // MARK: What clients print

    @Test(arguments: [
        ("ECONNRESET", ["tcp/reset", "tcp/reset-mid-body"]), ("UND_ERR_SOCKET", ["tcp/close", "tcp/close-mid-body"]),
        ("SocketTimeoutException", ["http/timeout", "tcp/stall-mid-body"]),
        ("NoHttpResponseException", ["tcp/close", "http/garbage"]),
        ("ChunkedEncodingError", ["http/bad-chunk-size", "http/missing-last-chunk"]),
        ("captive", ["http/html", "http/redirect-to"]), ("socket hang up", ["tcp/close"]),
        ("econnreset", ["tcp/reset"]), ("RemoteDisconnected", ["tcp/close"]), ("JSONDecodeError", ["http/html"]),
    ])
    func whatClientsPrintLeadsToFailures(name: String, some: [String]) {
        let run = Run(["explain", name])
        #expect(run.code == 0 && run.output.hasPrefix("Clients report \(name) at "), "\(run.output)\(run.error)")
        for failure in some { #expect(run.output.contains("\n  \(failure) "), "\(failure): \(run.output)") }
    }

    /// A report of a single failure is found without a table.
    @Test func aWordOfAReportIsFound() throws {
        let said = Run(["explain", "ConnectionError"]).output
        let reporting = FailureIndex.all.failures.filter { failure in
            failure.reports.contains { $0.report.lowercased().contains("connectionerror") }
        }
        #expect(said.hasPrefix("Clients report ConnectionError at \(reporting.count) failures"))
        for failure in reporting { #expect(said.contains("\n  \(failure.name) ")) }
    }

    /// Every name leads to failures that there are, or that are planned.
    @Test(arguments: FailureIndex.foreign.names + FailureIndex.all.systems.flatMap { $0.foreign.flatMap(\.names) })
    func everyNameLeadsSomewhere(name: String) throws {
        guard case .failures(let failures) = try #require(FailureIndex.all.meaning(of: name)) else { return }
        #expect(!failures.isEmpty)
        for failure in failures {
            #expect(FailureIndex.all.entry(failure) != nil || FailureIndex.planned[failure] != nil, "\(failure)")
        }
        let run = Run(["explain", name])
        #expect(run.code == 0 || run.error.contains("is not built yet"), "\(run.error)")
    }
}
