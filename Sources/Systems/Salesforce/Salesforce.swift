internal import Catalogue
internal import JSONText
internal import Wire

/// The REST API of Salesforce: resources below `/services/data`, batches in several forms, and the OAuth endpoints.
struct Salesforce: Dialect {
    /// Whether requests need the access token that the token endpoint gave.
    let isStrict: Bool
    /// Name of the session variable with the access token.
    let tokenVariable: String

    init() { self.init(Settings(of: Self.settings)) }

    private init(_ settings: Settings) {
        isStrict = settings.flag("strict") ?? false
        tokenVariable = settings.text("tokenVariable") ?? Self.defaultVariable
    }

    var settings: [Setting] { Self.settings }
    func with(_ settings: Settings) -> any Dialect { Salesforce(settings) }

    /// Only variables that the scenario has to set: with `strict`, or with a name of its own.
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
    /// The result of a query with one record.
    var stockSuccess: Reply { Self.success(200, Self.queryResult) }

    func sample(ofBatch isBatch: Bool) -> Call {
        Call(fields: CallFields([Field.batch: Array("\(isBatch)".utf8)]), isWhole: isBatch)
    }

    static func json(_ status: Int, _ text: [UInt8]) -> Reply {
        Reply(
            ResponseHead(status: status, fields: [HeaderField("Content-Type", "application/json;charset=UTF-8")]),
            body: [Reply.Part(.bytes(text))])
    }

    /// A success, which tells how many requests were used. Errors do not.
    static func success(_ status: Int, _ text: [UInt8], usage: String = standardUsage) -> Reply {
        var reply = json(status, text)
        setUsage(usage, in: &reply)
        return reply
    }

    static func setUsage(_ usage: String, in reply: inout Reply) {
        reply.head.set("Sforce-Limit-Info", "api-usage=\(usage)")
    }

    static func usage(standard: Argument? = nil) -> Parameter {
        Parameter(
            "usage", .text, limit: .withinLine,
            "The requests used and allowed, such as 10018/100000, in the field Sforce-Limit-Info.", standard: standard)
    }

    static let standardUsage = "10018/100000"

    static let queryResult = Array(
        (#"{"totalSize":1,"done":true,"records":[{"attributes":{"type":"Account","#
            + #""url":"/services/data/v62.0/sobjects/Account/001000000000001AAA"},"Id":"001000000000001AAA","#
            + #""Name":"Ada Lovelace"}]}"#).utf8)
    static let createdID = Array("001000000000001AAA".utf8)
    static let createdRecord = Array(#"{"id":"001000000000001AAA","success":true,"errors":[]}"#.utf8)
    static let matchingRecords = Array(
        (#"["/services/data/v62.0/sobjects/Account/001000000000001AAA","#
            + #""/services/data/v62.0/sobjects/Account/001000000000002AAA"]"#).utf8)
}
