@testable import Catalogue
@testable import Systems
import TestSupport
import Testing
import Wire

/// Every row of MTOP's documents, and the bytes that it comes to.
struct MTOPRowsTests {
    private static let codes = Reference.rows("mtop").filter { ["gateway", "page"].contains($0.group) }.map { row in
        (row.code, row.aliases.first { $0.hasPrefix("ES") })
    }

    /// The response of a failure to a request for `mtop.a` in version 1.0.
    static func reply(_ name: String) throws -> (head: ResponseHead, body: String) {
        let failure = try #require(FailureIndex.all[name], "\(name)")
        let request = Request.make("POST", "/gw/mtop.a/1.0/", body: Array("data={}".utf8))
        let script = StandaloneFailure(failure, in: MTOP()).script(for: request, at: 1_700_000_000_000)
        var head = ResponseHead()
        var body: [UInt8] = []
        for action in script.actions {
            switch action {
            case .head(let given, _, _, _): head = given
            case .content(let content, _): body += content.bytes(0..<content.count)
            default: break
            }
        }
        return (head, String(decoding: body, as: UTF8.self))
    }

    @Test(arguments: codes) func everyCodeIsInTheBodyAndInTheHead(code: String, mapping: String?) throws {
        let (head, body) = try Self.reply("mtop/\(code)")
        switch code {
        case "FAIL_SYS_USER_VALIDATE":
            #expect(body.hasPrefix(#"{"ret":["\#(code)","RGV587_ERROR::SM::"#) && body.contains(#"],"data":{"url":""#))
        case "RGV587_ERROR":
            #expect(body.hasPrefix(#"{"api":"mtop.a","data":{"url":""#) && body.hasSuffix(#""],"v":"1.0"}"#))
        default:
            #expect(body.hasPrefix(#"{"api":"mtop.a","data":{},"ret":["\#(code)::"#), "\(body)")
            #expect(body.hasSuffix(#""],"v":"1.0"}"#) && body.utf8.count > 50)
        }
        #expect(head.first("x-retcode") == Array(code.utf8))
        #expect(head.first("x-mapping-code") == mapping.map { Array($0.utf8) })
        #expect(head.first("x-systime") == Array("1700000000".utf8))
        #expect(head.status == (code == "FAIL_SYS_REQUEST_QUEUED" ? 420 : 200))
        let cookies = head.fields.filter { $0.isNamed("set-cookie") }.count
        #expect(cookies == (code.hasPrefix("FAIL_SYS_TOKEN_E") ? 2 : 0))
        if let mapping, mapping != "ES00000" {
            #expect(FailureIndex.all.entry("mtop/\(mapping)")?.name == "mtop/\(code)")
        }
        #expect(FailureIndex.all[("mtop/\(code)")]?.wire.contains(code) == true)
    }

    @Test(arguments: [
        ("ES10003", "FAIL_SYS_SESSION_EXPIRED"), ("tbsdk request timeout", "IEC10001"),
        ("FAIL_LOCAL_ERROR_FANG_SHUO", "419"), ("ANDROID_SYS_API_FLOW_LIMIT_LOCKED", "420"),
        ("EASY_REASON_SERVER_CLOSE", "-2032"), ("ERR_CERT_TOO_LARGE", "-3514"),
        ("FAIL_SYS_TOPAUTH_FAILED", "FAIL_SYS_AUTH_FAILED"), ("TERR00000", "TERR00000"), ("IEC10002", "FAIL_ACCS"),
    ])
    func rowsAreFoundByWhatElseTheyAreCalled(alias: String, code: String) {
        #expect(FailureIndex.all.entry("mtop/\(alias)")?.name == "mtop/\(code)")
    }

    @Test(arguments: [
        ("200IES10003", ["IES10003", "ES10003"]), ("200AES10003", ["ES10003", "IES10003"]),
        ("-2004IEC10001", ["IEC10001", "EC10001"]), ("EC10002", ["EC10002", "IEC10002"]),
    ])
    func mappingCodesAreReadAsAppsShowThem(shown: String, names: [String]) {
        #expect(MappingCode(shown)?.names == names)
    }

    @Test(arguments: ["ES9", "ES100033", "XES10003", "200IEX10003", "", "-", "ES١٠٠٠٣", "FAIL_SYS"])
    func whatIsNoMappingCodeIsNone(text: String) { #expect(MappingCode(text) == nil) }

    @Test func theNetworkHasItsNumbersAndWhatLeadsToThem() throws {
        #expect(FailureIndex.all["mtop/-2032"]?.name == "tcp/close")
        #expect(FailureIndex.all["mtop/-2154"]?.name == "tcp/reset")
        #expect(FailureIndex.all["mtop/-2354"]?.name == "tcp/reset-mid-upload")
        guard case .notInducible(_, let reason) = FailureIndex.all.resolve("mtop/-2160") else {
            Issue.record("a listener can drop packets")
            return
        }
        #expect(reason.hasPrefix("it takes control over single packets, which no listener has: drop all packets"))
        guard case .planned(let missing) = FailureIndex.all.resolve("mtop/-3871") else {
            Issue.record("there is HTTP/2")
            return
        }
        #expect(missing.reason.hasPrefix("it happens by http2/rst-stream/ENHANCE_YOUR_CALM"))
        for row in Reference.rows("mtop") where row.group.hasPrefix("EC_") {
            let entry = try #require(FailureIndex.all.entry("mtop/\(row.code)"))
            #expect(entry.summary.contains("reports \(row.code), \(row.group): "))
        }
    }

    @Test func anEntryRestsOnWhatItsFailureDoes() throws {
        for code in ["419", "420", "FAIL_CLIENT_RESPONSE_FALSIFIED", "-3900"] {
            let entry = try #require(MTOPChapter().entry(code: code))
            let failure = try #require(FailureIndex.all[entry.name])
            #expect(entry.evidence == failure.evidence && entry.source == failure.source, "\(code)")
        }
        func source(_ code: String) -> String? { MTOPChapter().entry(code: code)?.source }
        let page = "the EMAS MTOP documentation for iOS"
        #expect(source("-3860") == page + "; RFC 9113, section 7" && source("-3873") == source("-3860"))
        for code in ["-2035", "-2042", "-2048"] { #expect(source(code)?.contains("public headers") == false) }
        #expect(source("FAIL_SYS_AUTH_EXPIRED")?.hasSuffix("(public header); read there, and in no capture") == true)
        #expect(source("EC00000")?.hasSuffix("for Android); read there, and in no capture") == true)
        #expect(source("network_timeout")?.hasSuffix("read there, and in no capture") == true)
    }

    @Test func thoseOfTheClientLeadToWhatCausesThem() throws {
        #expect(FailureIndex.all["mtop/Wrong_Server_Response"]?.name == "http/html")
        #expect(FailureIndex.all["mtop/IEC10001"]?.name == "http/timeout")
        #expect(FailureIndex.all["mtop/FAIL_ACCS"]?.name == "tcp/reset-on-first-byte")
        #expect(FailureIndex.all["mtop/ANDROID_SYS_LOGIN_FAIL"]?.name == "mtop/FAIL_SYS_SESSION_EXPIRED")
        #expect(FailureIndex.all["mtop/ES00000"]?.name == "mtop/FAIL_SYS_OF_A_NEWER_GATEWAY")
        #expect(FailureIndex.all["mtop/IEC10000"] == nil && FailureIndex.all["mtop/EC00000"] == nil)
    }

    // MARK: Codes that nobody lists

    @Test func codesOfNoTableGoOutAsTheyAre() throws {
        let (head, body) = try Self.reply("mtop/FAIL_SYS_SOMETHING_NEW")
        #expect(head.first("x-mapping-code") == Array("ES00000".utf8) && body.contains("FAIL_SYS_SOMETHING_NEW::"))
        for code in ["FAIL_BIZ_SOLD_OUT", "UNCERTAIN_FILE_TYPE", "B-1001"] {
            let (head, body) = try Self.reply("mtop/\(code)")
            #expect(!head.has("x-mapping-code") && head.first("x-retcode") == Array(code.utf8))
            #expect(body.contains(#""ret":["\#(code)::"#))
        }
    }

    @Test(arguments: [
        "soldOut", "a/b", "X", "1A", "", "FAIL BIZ", "ES99999", "IES10003", "ANDROID_SYS_NEW", "FAIL_LOCAL_NEW",
        "FAIL_CLIENT_NEW", "ÄB",
    ])
    func whatIsWrittenLikeNoCodeIsUnknown(code: String) { #expect(MTOPChapter().entry(code: code) == nil) }

    private func business(_ given: [String: Argument]) throws -> (head: ResponseHead, body: String) {
        let failure = try #require(FailureIndex.all["mtop/business"])
        let request = Request.make("GET", "/gw/a/1/")
        guard case .answerToCall(let make) = failure.effect,
            let reply = make(Arguments(of: failure, given: given))(MTOP().read(request).whole, AnswerContext(request))
        else { throw Failure.Objection("no answer") }
        return (reply.head, String(decoding: reply.content, as: UTF8.self))
    }

    @Test func aBusinessCodeHasAnyNameAndTakesData() throws {
        let (head, body) = try business([
            "code": .text("soldOut\r\nX: 1"), "message": .text("Sold \"out\""), "data": .json(Array("[1]".utf8)),
        ])
        #expect(body == #"{"api":"a","data":[1],"ret":["soldOut\r\nX: 1::Sold \"out\""],"v":"1"}"#)
        #expect(head.first("x-retcode") == Array("soldOut%0D%0AX%3A%201".utf8))
        let (known, _) = try business(["code": .text("FAIL_SYS_SESSION_EXPIRED")])
        #expect(known.first("x-mapping-code") == Array("ES10003".utf8))
    }

    // MARK: What has no envelope

    private func head(_ name: String, _ given: [String: Argument] = [:]) throws -> (ResponseHead, Int) {
        let script = try #require(FailureIndex.all[name]).script(given)
        guard case .head(let head, _, _, _)? = script.actions.first else { throw Failure.Objection("no head") }
        return (head, script.actions.count { if case .content = $0 { true } else { false } })
    }

    @Test func theAnswersToMachinesHaveNoBody() throws {
        let (page, pageBody) = try head("mtop/419")
        #expect(page.status == 419 && pageBody == 0)
        #expect(page.fields.prefix(2) == [HeaderField("Location", "/punish"), HeaderField("x-location-ext", "mishap")])
        let (login, _) = try head("mtop/419", ["by": .text("login")])
        #expect(login.has("bx-action") && !login.has("location"))
        let (bare, _) = try head("mtop/419", ["by": .text("bare")])
        #expect(!bare.has("bx-action") && !bare.has("location") && !bare.has("x-location-ext"))
        let (limit, limitBody) = try head("mtop/420")
        #expect(limit.status == 420 && limitBody == 0 && !limit.has("x-retcode") && !limit.has("bx-sleep"))
        #expect(try head("mtop/420", ["sleep": .count(10)]).0.first("bx-sleep") == Array("10".utf8))
    }

    @Test func theDigestIsThatOfOtherBytes() throws {
        let (head, body) = try Self.reply("mtop/FAIL_CLIENT_RESPONSE_FALSIFIED")
        #expect(head.first("m-content-md5")?.count == 32)
        #expect(body == #"{"api":"mtop.a","data":{"ok":true},"ret":["SUCCESS::接口调用成功"],"v":"1.0"}"#)
        #expect(try Self.reply("mtop/-3900").body.isEmpty == false)
    }
}

extension Failure.Objection: Error {}
