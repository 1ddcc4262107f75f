public import Catalogue
public import JSONText
public import Wire

/// What there is in a request for those who look closer: cookies, form and JSON, each put apart
/// when it is first asked for, and once.
///
/// It belongs to one request, while that is decided and answered, and is made only where a rule reads one
/// of them: a static rule allocates nothing. Broken content has no values, which is no error.
public final class RequestContent {
    public let request: Request
    /// The content of the whole request, where this is that of one call of several.
    let parent: RequestContent?
    /// The call's own text.
    private let callText: [UInt8]?

    /// Of matchers that were judged for one of the calls.
    var outcomes: [ObjectIdentifier: Bool] = [:]
    var residualConditions: [ObjectIdentifier: CachedResidualCondition] = [:]
    /// What tables of rules lead to, by the table, for one of the calls.
    var foundBuckets: [ObjectIdentifier: [RuleIndex.Bucket]] = [:]

    private lazy var cookies = readCookies()
    private lazy var form = readForm()
    private var hasReadForm = false
    /// The JSON of the call, where it has a text of its own, and else of the body. A repeated key has its
    /// last value; nil where there is none, or where it is broken, too deep or too large.
    public private(set) lazy var json = readJSON()
    /// Whether `json` has been asked for.
    private(set) var isJSONRead = false

    public init(_ request: Request) {
        self.request = request
        parent = nil
        callText = nil
    }

    private init(_ parent: RequestContent, callText: [UInt8]) {
        request = parent.request
        self.parent = parent
        self.callText = callText
    }

    /// The same request as one of its calls sees it: `json` is the call's own.
    public func of(_ call: Call?) -> RequestContent {
        guard let call, !call.text.isEmpty else { return parent ?? self }
        return RequestContent(parent ?? self, callText: call.text)
    }

    /// The first cookie of that name.
    public func cookie(_ name: [UInt8]) -> ArraySlice<UInt8>? { cookieValues(name).first }

    /// The values of that cookie: a name may come with several paths.
    public func cookieValues(_ name: [UInt8]) -> [ArraySlice<UInt8>] { (parent ?? self).cookies[name] }

    /// The values of a field of a form, URL-encoded or in parts, in their order.
    public func formValues(_ name: [UInt8]) -> [ArraySlice<UInt8>] { (parent ?? self).form[name] }

    /// Whether the form has been asked for.
    var isFormRead: Bool { (parent ?? self).hasReadForm }

    /// The JSON of the request's body, also where this is the content of a call.
    public var bodyJSON: JSONNode? { (parent ?? self).json }

    /// Whether there is anything that could be JSON.
    var hasText: Bool { !(callText ?? request.body).isEmpty }

    /// The value of a text that is JSON, read as a request's is: at most 128 levels and a million values.
    static func json(_ bytes: [UInt8]) -> JSONNode? {
        guard !bytes.isEmpty else { return nil }
        let options = JSONParser.Options(maximumValues: 1_000_000, duplicateKeys: .lastWins)
        return try? JSONParser.parse(bytes, options: options).get()
    }

    private func readCookies() -> FieldTable {
        var table = FieldTable()
        let name = Array("cookie".utf8)
        for index in 0..<request.fieldCount where request.isField(index, named: name) {
            table.add(cookies: request.head[request.fieldValue(index)])
        }
        return table
    }

    private func readForm() -> FieldTable {
        hasReadForm = true
        return FieldTable(formOf: request)
    }

    private func readJSON() -> JSONNode? {
        isJSONRead = true
        return Self.json(callText ?? request.body)
    }
}
