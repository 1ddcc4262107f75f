public import Catalogue
public import JSONText
public import Wire

/// The parsed content of a request: cookies, form and JSON, each parsed when it is first read, and only once.
///
/// It belongs to one request while that is decided and answered, and is made only if a rule reads one of them: a static
/// rule allocates nothing. Malformed content has no values and is not an error.
public final class RequestContent {
    public let request: Request
    /// The content of the whole request, if this is the content of one call of it.
    let parent: RequestContent?
    /// Text of the call in the body.
    private let callText: [UInt8]?

    /// Results of matchers that were evaluated for one of the calls.
    var outcomes: [ObjectIdentifier: Bool] = [:]
    var residualConditions: [ObjectIdentifier: any SharedCondition] = [:]
    /// Results of lookups in tables of rules, by table.
    var foundBuckets: [ObjectIdentifier: [RuleBucket]] = [:]

    /// Of the request, without the prefix that selected the session.
    private lazy var ownDecodedPath = request.decodedPath
    private lazy var ownSentTarget = request.ownTarget
    var decodedPath: [UInt8] { (parent ?? self).ownDecodedPath }
    var sentTarget: [UInt8] { (parent ?? self).ownSentTarget }

    private lazy var cookies = readCookies()
    private lazy var form = readForm()
    private var hasReadForm = false
    /// The JSON of the call if it has its own text, otherwise of the body. A repeated key has its last value. Nil if
    /// there is none, or if it is malformed, too deep or too large.
    public private(set) lazy var json = readJSON()
    /// Whether `json` has been parsed.
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

    /// The content as seen by one call: `json` is that of the call.
    public func of(_ call: Call?) -> RequestContent {
        guard let call, !call.text.isEmpty else { return parent ?? self }
        return RequestContent(parent ?? self, callText: call.text)
    }

    /// The content for a condition that the content of the whole request keeps: one that does not keep that.
    func forCondition() -> RequestContent {
        guard let parent else { return self }
        let content = RequestContent(request)
        if parent.isJSONRead { (content.json, content.isJSONRead) = (parent.json, true) }
        return content
    }

    /// Parses form and JSON, which otherwise happens on first use.
    public func parse() {
        _ = (parent ?? self).form
        _ = json
    }

    /// The first cookie with that name.
    public func cookie(_ name: [UInt8]) -> ArraySlice<UInt8>? { cookieValues(name).first }

    /// The values of the cookies with that name: a client may send several, of different paths.
    public func cookieValues(_ name: [UInt8]) -> [ArraySlice<UInt8>] { (parent ?? self).cookies[name] }

    /// The values of a form field in their order; the form is URL-encoded or multipart.
    public func formValues(_ name: [UInt8]) -> [ArraySlice<UInt8>] { (parent ?? self).form[name] }

    /// The parts of a multipart form, in their order; none of another body.
    var formParts: [MultipartPart] { (parent ?? self).ownFormParts }
    private lazy var ownFormParts = MultipartForm.parts(of: request)

    /// Whether the form has been parsed.
    var isFormRead: Bool { (parent ?? self).hasReadForm }

    /// The JSON of the request's body, also for the content of a call.
    public var bodyJSON: JSONNode? { (parent ?? self).json }

    /// Whether there is a text that could be JSON.
    var hasText: Bool { !(callText ?? request.body).isEmpty }

    /// Parses JSON with the limits for requests: 128 levels and a million values.
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
