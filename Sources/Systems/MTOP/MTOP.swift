internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// MTOP, the protocol of Alibaba's mobile gateway: an API and its version in the path or the query, business parameters
/// as JSON text in `data`, and answers in an envelope whose `ret` has the result code.
struct MTOP: Dialect {
    let options: Options

    /// Settings of a scenario.
    struct Options: Sendable, Hashable {
        /// True if `ret` is a string, as in the documentation; false if it is a list of one, as in captures.
        var retIsText = false
        /// Of the texts that were captured.
        var language = TextLanguage.chinese
        var success = SuccessText.interface
        /// Whether unscripted requests go through the gateway's checks (`RequestCheck`).
        var isStrict = false
        /// The only appKey that is accepted; nil for any.
        var appKey: [UInt8]?
        /// The secret that requests are signed with; nil if signatures are not checked.
        var appSecret: [UInt8]?
    }

    /// The result of a success.
    private let success: MTOPResult

    init(_ options: Options = Options()) {
        self.options = options
        success = options.success.result(in: options.language)
    }

    var settings: [Setting] {
        [
            Setting(
                "ret", .word(["array", "string"]), "Whether ret is a list of one string, or the string.",
                standard: .text("array")),
            Setting(
                TextLanguage.name, .word(TextLanguage.words),
                "Whether texts that the real gateway was seen to send are its own, in Chinese, or English.",
                standard: .text(TextLanguage.chinese.rawValue)),
            Setting(
                SuccessText.name, .word(SuccessText.words),
                "The text of a success: interface for 接口调用成功, call for 调用成功, which some gateways send.",
                standard: .text(SuccessText.interface.rawValue)),
            Setting(
                "strict", .flag, "Whether requests that no rule takes are checked as the gateway does.",
                standard: .flag(false)),
            Setting(
                "appKey", .text, "The only appKey that strict knows; empty for any.", standard: .text("")),
            Setting(
                "appSecret", .text, "What strict checks signatures with; empty to let any pass.", standard: .text("")),
        ]
    }

    func with(_ settings: Settings) -> any Dialect {
        func text(_ name: String) -> [UInt8]? {
            settings.text(name).flatMap { $0.isEmpty ? nil : Array($0.utf8) }
        }
        return MTOP(
            Options(
                retIsText: settings.text("ret") == "string",
                language: settings.text(TextLanguage.name).flatMap(TextLanguage.init) ?? .chinese,
                success: settings.text(SuccessText.name).flatMap(SuccessText.init) ?? .interface,
                isStrict: settings.flag("strict") == true, appKey: text("appKey"), appSecret: text("appSecret")))
    }

    var parameterDefaults: [Cause.Given] {
        options.language == .chinese ? [] : [Cause.Given(TextLanguage.name, options.language.rawValue)]
    }

    var name: String { "mtop" }
    /// The signature covers the data, which may be in the body.
    var readsBody: Bool { options.isStrict }
    var successField: String? { "data" }
    var answersEverything: Bool { true }

    /// The data alone, with the fields of every success; `wrap` adds the envelope, which depends on the call.
    var stockSuccess: Reply {
        Reply(
            Self.head(status: 200, code: "SUCCESS", mappingCode: nil),
            body: [Reply.Part(.bytes(Array(#"{"ok":true}"#.utf8)))])
    }

    func sample(ofBatch isBatch: Bool) -> Call {
        let call = MTOPCall(api: Array("mtop.any.api".utf8), version: Array("1.0".utf8), retIsText: options.retIsText)
        return Call(payload: Payload(call))
    }

    var samplePath: String { "/gw/mtop.any.api/1.0/" }

    func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply? {
        let call = call?.mtop ?? MTOPCall(retIsText: options.retIsText)
        var wrapped = reply
        wrapped.replaceBody(call.envelope(success, data: reply.content))
        call.fillIn(&wrapped.head, in: context)
        return wrapped
    }

    /// An error for an unknown API, or for a page that has no token to sign with; with `strict`, the first check that the
    /// request fails.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        let mtop = call.mtop ?? MTOPCall(retIsText: options.retIsText)
        if mtop.api == Self.timestampAPI { return timestamp(mtop, in: context) }
        let codes = options.language == .chinese ? Self.codes : Self.englishCodes
        return codes[rejection(mtop, call.text, context)]?.reply(to: mtop, in: context)
    }

    private func rejection(
        _ call: MTOPCall, _ data: [UInt8], _ context: AnswerContext
    ) -> RequestCheck.Rejection {
        if options.isStrict { return RequestCheck(call, data, options, context).rejection }
        guard call.isComplete else { return .missingParameter }
        guard call.isH5 else { return .unknownAPI }
        do throws(RequestCheck.Rejection) {
            _ = try RequestCheck.pageToken(context)
            return .unknownAPI
        } catch {
            return error
        }
    }

    // MARK: The gateway's clock

    /// The time in milliseconds, as text. Clients ask for it before they can sign anything, without parameters, so that
    /// nothing of the request is checked.
    private func timestamp(_ call: MTOPCall, in context: AnswerContext) -> Reply {
        var call = call
        call.api = Self.spelledTimestampAPI
        call.version = call.version ?? Self.anyVersion
        var head = Self.head(status: 200, code: "SUCCESS", mappingCode: nil)
        call.fillIn(&head, in: context)
        let data = Array(#"{"t":"\#(context.wallMilliseconds)"}"#.utf8)
        return Reply(head, body: [Reply.Part(.bytes(call.envelope(success, data: data, .dataLast)))])
    }

    /// As it was captured; other names are told in lower case.
    private static let spelledTimestampAPI = Array("mtop.common.getTimestamp".utf8)
    private static let timestampAPI = spelledTimestampAPI.map(\.asciiLowercased)
    /// What the gateway says where the request names no version.
    private static let anyVersion = Array("*".utf8)

    /// The answers of the checks, built once.
    private static let codes = Dictionary(
        uniqueKeysWithValues: RequestCheck.Rejection.allCases.map { ($0, ReturnCode(named: $0.rawValue)) })

    private static let englishCodes = codes.mapValues { $0.inLanguage(.english) }

    /// As captured.
    static let contentType = Array("application/json;charset=UTF-8".utf8)

    /// The head of every answer in an envelope; `MTOPCall.fillIn` sets x-systime.
    static func head(status: Int, code: String, mappingCode: String?) -> ResponseHead {
        var fields = [
            HeaderField(name: Array("Content-Type".utf8), value: contentType),
            HeaderField(name: Array("x-retcode".utf8), value: PercentCoding.encode(code.utf8)),
        ]
        if let mappingCode { fields.append(HeaderField("x-mapping-code", mappingCode)) }
        fields.append(HeaderField("x-systime", ""))
        return ResponseHead(status: status, fields: fields)
    }
}
