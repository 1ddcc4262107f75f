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
        /// Whether unscripted requests go through the gateway's checks (`RequestCheck`).
        var isStrict = false
        /// The only appKey that is accepted; nil for any.
        var appKey: [UInt8]?
        /// The secret that requests are signed with; nil if signatures are not checked.
        var appSecret: [UInt8]?
    }

    init() { options = Options() }
    init(_ options: Options) { self.options = options }

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
        wrapped.replaceBody(call.envelope(Self.success, data: reply.content))
        call.fillIn(&wrapped.head, in: context)
        return wrapped
    }

    /// An error for an unknown API; with `strict`, the first check that the request fails.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        let mtop = call.mtop ?? MTOPCall(retIsText: options.retIsText)
        let code = options.isStrict ? RequestCheck(mtop, call.text, options, context).rejection : nil
        let codes = options.language == .chinese ? Self.codes : Self.englishCodes
        return codes[code ?? (mtop.isComplete ? .unknownAPI : .missingParameter)]?.reply(to: mtop, in: context)
    }

    /// The message means "the call succeeded"; it is the one in the documentation.
    private static let success = MTOPResult(["SUCCESS::接口调用成功"])

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
