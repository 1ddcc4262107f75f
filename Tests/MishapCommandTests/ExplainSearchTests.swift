import TestSupport
import Testing

@testable import MishapCommand

/// What people ask `explain` for: messages that they have seen, names in documents, and codes as they are printed.
@Suite struct ExplainSearchTests {
    @Test(arguments: [
        ("Session expired or invalid", "salesforce/INVALID_SESSION_ID"),
        ("session EXPIRED, or invalid", "salesforce/INVALID_SESSION_ID"),
        ("令牌过期", "mtop/FAIL_SYS_TOKEN_EXOIRED"), ("前方拥挤", "mtop/420"), ("前方拥堵,亲稍候再试", "mtop/419"),
        ("前方拥挤，亲稍等再试试", "mtop/420"), ("网络竟然崩溃了", "mtop/IEC10001"), ("网络竟然奔溃了", "mtop/IEC10001"),
        ("服务竟然出错了", "mtop/Wrong_Server_Response"), ("(#200)", "graph/200"), ("#200", "salesforce/200"),
        ("error 190", "graph/190"), ("FAIL_SYS_FLOWLIMIT::哎哟喂", "mtop/FAIL_SYS_FLOWLIMIT"), ("transient", "graph/2"),
        ("Error validating access token: Session has expired on Tuesday", "graph/190/463"),
        ("RemoteProtocolError", "http/bad-chunk-size"), ("ClientPayloadError", "tcp/close-mid-body"),
        ("got more than 100 headers", "http/oversized-header"), ("account disabled", "graph/190/459"),
        ("requestForQuery:", "salesforce/kSFRestErrorCode"), ("documentState", "documents/conflict"),
        ("save(to:for:completionHandler:)", "documents/640"), ("openWithCompletionHandler:", "documents/260"),
        ("JSONRPCService", "jsonrpc/NSURLErrorDomain"), ("shouldForwardConnectionError", "jsonrpc/EPARSE"),
        ("FLOWLIMIT", "mtop/FAIL_SYS_FLOWLIMIT"), ("gzip", "http/truncated-gzip"), ("OutOfSpace", "documents/640"),
    ])
    func isFound(query: String, name: String) {
        let run = Run(["explain", query])
        #expect(run.code == 0 && run.output.contains(name), "\(run.output)\(run.error)")
    }

    /// No failures, but names that mean something: they are told what.
    @Test(arguments: [
        ("HTTP/1.0", #""version": "1.0""#), ("keepAliveTimeout", #""keepAlive": "5s""#),
        ("mappingCode", "x-mapping-code"),
        ("httpResponseCode", "mtop/419"), ("msg", "MTOP SDK"), ("error.subCode", "MTOP SDK"), ("isSucceed", "SUCCESS"),
        ("isFromCache", "cache"), ("isCacheExpired", "cache"), ("x-mapping-code", "mapping"),
        ("FAIL_SYS_XXX", "ES00000"),
        ("ES1xxxx", "ES10000"), ("NSNull", "null"), ("SUCCESS::接口调用成功", "successes"),
        ("EC_CONNECT_FAILE", "EC_CONNECT_FAILED"),
        ("kCFErrorDomainCFNetwork", "urlerror"), ("kCFSOCKSStatusCodeKey", "SOCKS"), ("kCFFTPStatusCodeKey", "FTP"),
        ("kCFGetAddrInfoFailureKey", "redirect-to"), ("kCFDNSServiceFailureKey", "redirect-to"),
        ("FBSDKLoginBehaviorSystemAccount", "FBSDKLoginErrorDomain"), ("FBSDKLoginResult", "FBSDKLoginErrorDomain"),
        ("FBSDKShareAPI", "190"), ("NSUnderlyingErrorKey", "190"), ("setGraphErrorRecoveryDisabled:", "graph/2"),
        ("SFRestDelegate", "NOT_FOUND"), ("RestClientDelegate", "NOT_FOUND"),
        ("request:didLoadResponse:rawResponse:", "answer"), ("finishedHandlingError(_:recovered:)", "documents/260"),
        ("userInteractionNoLongerPermitted(forError:)", "documents/260"),
        ("handleError:userInteractionPermitted:", "documents/260"),
        ("UIManagedDocument", "documents/260"),
    ])
    func isSaidToMean(query: String, part: String) {
        let run = Run(["explain", query])
        #expect(run.code != 0 && run.error.contains(part), "\(run.output)\(run.error)")
    }

    /// A word of prose is in too many names by chance.
    @Test(arguments: ["data", "null", "the", "is not"])
    func isNotFoundByChance(query: String) {
        let run = Run(["explain", query])
        #expect(run.code != 0 && run.output.isEmpty, "\(run.output)")
    }

    @Test func aPartOfANameIsOfWholeWords() {
        #expect(NamePart("flowlimit").isIn("mtop/FAIL_SYS_FLOWLIMIT"))
        #expect(NamePart("Write").isIn("NSFileWriteUnknownError") && NamePart("HTTP").isIn("kCFErrorHTTPParseFailure"))
        #expect(
            !NamePart("DATA").isIn("ANDROID_SYS_JSONDATA_BLANK") && !NamePart("rite").isIn("NSFileWriteUnknownError"))
        #expect(!NamePart("null").isIn("INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"))
    }
}
