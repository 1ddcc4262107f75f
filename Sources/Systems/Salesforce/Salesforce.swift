internal import Catalogue
internal import JSONText
internal import Wire

/// The REST API of Salesforce: resources below `/services/data`, requests that carry several others, and the endpoints
/// that hand out access tokens.
struct Salesforce: Dialect {
    /// Whether the access token of a request has to be the one that was handed out.
    let isStrict: Bool
    /// The variable of the session that has the access token.
    let tokenVariable: String

    init() { self.init(Settings(of: Self.settings)) }

    private init(_ settings: Settings) {
        isStrict = settings.flag("strict") ?? false
        tokenVariable = settings.text("tokenVariable") ?? Self.defaultVariable
    }

    var settings: [Setting] { Self.settings }
    func with(_ settings: Settings) -> any Dialect { Salesforce(settings) }

    /// One that is not the usual one was meant to be there.
    var variables: [String] { isStrict || tokenVariable != Self.defaultVariable ? [tokenVariable] : [] }

    private static let defaultVariable = "access_token"
    private static let settings = [
        Setting(
            "strict", .flag, "Whether what no rule takes is refused with 401 unless it has the session's access token.",
            standard: .flag(false)),
        Setting(
            "tokenVariable", .text, "The variable that has the access token, which the token endpoint hands out.",
            standard: .text(defaultVariable)),
    ]

    var name: String { "salesforce" }
    var readsBody: Bool { true }
    /// A query's result with one record.
    var stockSuccess: Reply { Self.json(200, Self.queryResult) }

    /// Several requests in one.
    func sample(ofBatch isBatch: Bool) -> Call {
        Call(fields: CallFields([Field.batch: Array("\(isBatch)".utf8)]), isWhole: isBatch)
    }

    static func json(_ status: Int, _ text: [UInt8]) -> Reply {
        Reply(
            ResponseHead(status: status, fields: [HeaderField("Content-Type", "application/json;charset=UTF-8")]),
            body: [Reply.Part(.bytes(text))])
    }

    static let queryResult = Array(
        (#"{"totalSize":1,"done":true,"records":[{"attributes":{"type":"Account","#
            + #""url":"/services/data/v62.0/sobjects/Account/001000000000001AAA"},"Id":"001000000000001AAA","#
            + #""Name":"Ada Lovelace"}]}"#).utf8)
    static let createdRecord = Array(#"{"id":"001000000000001AAA","success":true,"errors":[]}"#.utf8)
    static let matchingRecords = Array(
        (#"["/services/data/v62.0/sobjects/Account/001000000000001AAA","#
            + #""/services/data/v62.0/sobjects/Account/001000000000002AAA"]"#).utf8)
}
