internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// A code of `ret` with its mapping code and message; what is the same for every call is built once.
struct ReturnCode: Sendable {
    let code: String
    /// Such as `ES10003`; nil for a code of the business behind the gateway.
    let mappingCode: String?
    let message: String
    /// What the real gateway says with it; nil where that was not captured.
    let captured: CapturedText?
    /// Whether the answer sets new token cookies.
    let setsToken: Bool
    private var head: ResponseHead
    private var result: MTOPResult
    private var hasCheckPage: Bool
    private var envelope: MTOPEnvelope

    init(_ code: String, mappingCode: String?, message: String, status: Int = 200, setsToken: Bool = false) {
        self.code = code
        self.mappingCode = mappingCode
        self.message = message
        self.setsToken = setsToken
        captured = CapturedText.byCode[code]
        head = MTOP.head(status: status, code: code, mappingCode: mappingCode)
        result = MTOPResult([])
        hasCheckPage = false
        envelope = .usual
        setTexts(in: .chinese, message: nil, parameter: nil, further: nil)
    }

    /// Any list of `ret`, in the usual envelope. The head has the code of its first element, if there is one.
    ///
    /// - Parameter message: The text behind that code, in place of its own.
    init(elements: [String], message: String?) {
        let code = elements.first.map { Self.code(of: $0) } ?? ""
        self.init(named: code)
        if elements.isEmpty { head.fields.removeAll { $0.isNamed("x-retcode") } }
        result = MTOPResult((message.map { ["\(code)::\($0)"] } ?? Array(elements.prefix(1))) + elements.dropFirst())
        hasCheckPage = false
        envelope = .usual
    }

    /// What stands before the first `::` of an element.
    private static func code(of element: String) -> String {
        let text = element.utf8
        let end = text.indices.first { text[$0...].starts(with: "::".utf8) }
        return String(element[..<(end ?? element.endIndex)])
    }

    private mutating func setTexts(
        in language: TextLanguage, message: String?, parameter: String?, further: [String]?
    ) {
        let form = language == .chinese ? captured : nil
        let name = parameter ?? captured?.parameter
        let text = message ?? (form == nil ? english(naming: name) : form?.message.map { $0 + (name ?? "") })
        let first = text.map { "\(code)::\($0)" } ?? code
        result = MTOPResult([first] + (further ?? form?.further ?? []))
        hasCheckPage = captured?.hasCheckPage ?? false
        envelope = captured?.envelope ?? .usual
    }

    /// The stock text in English.
    func english(naming parameter: String?) -> String { parameter.map { "\(message): \($0)" } ?? message }

    func reply(to call: MTOPCall, data: [UInt8]? = nil, in context: AnswerContext) -> Reply {
        var head = head
        call.fillIn(&head, in: context)
        if setsToken { head.fields += H5Token(context).cookies }
        let data = data ?? (hasCheckPage ? Self.checkPage(context) : Self.noData)
        return Reply(head, body: [Reply.Part(.bytes(call.envelope(result, data: data, envelope)))])
    }

    /// The code with texts in this language.
    ///
    /// - Parameters:
    ///   - parameter: The parameter of the request that the text names, in place of the stock one.
    ///   - further: All elements of `ret` behind that of the code, in place of those that were captured.
    func inLanguage(
        _ language: TextLanguage, message: String? = nil, parameter: String? = nil, further: [String]? = nil
    ) -> ReturnCode {
        var code = self
        code.setTexts(in: language, message: message, parameter: parameter, further: further)
        return code
    }

    /// The elements of `ret`, as they are sent.
    var shownResult: String { String(decoding: result.text, as: UTF8.self) }

    static let noData = Array("{}".utf8)

    /// The page where the user passes a check, below the path of the request at the gateway itself, with the port and
    /// the two slashes that were captured: `{"url":"https://host:443//h5/api/1.0/_____tmd_____/punish?x5secdata=…"}`.
    private static func checkPage(_ context: AnswerContext) -> [UInt8] {
        let request = context.request
        let host = (request.authority ?? request.first(hostField)).map { request.text($0) } ?? "localhost"
        var draw = context.draw()
        let ticket = String(decoding: draw.hex(count: 64), as: UTF8.self)
        var path = request.path
        if request.head[path].last == UInt8(ascii: "/") { path = path.dropLast() }
        let url =
            request.scheme.prefix + withPort(host, request.scheme)
            + "\(request.text(request.pathPrefix))/\(request.text(path))"
            + "/_____tmd_____/punish?x5secdata=\(ticket)&action=captcha"
        return JSONValue.object([("url", .string(url))]).bytes()
    }

    private static func withPort(_ host: String, _ scheme: Scheme) -> String {
        let port = host.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).dropFirst().last
        // What follows the last colon of an IPv6 address ends with its bracket.
        if let port, !port.isEmpty, port.allSatisfy({ (0x30...0x39).contains($0) }) { return host }
        return host + (scheme == .https ? ":443" : ":80")
    }

    private static let hostField = Array("host".utf8)
}

/// The elements of `ret`, `CODE::message`; clients split the first at its first `::`.
struct MTOPResult: Sendable {
    let count: Int
    /// JSON strings, separated by commas.
    let text: [UInt8]

    init(_ elements: [String]) {
        count = elements.count
        text = elements.enumerated().reduce(into: []) { text, element in
            if element.offset > 0 { text.append(UInt8(ascii: ",")) }
            JSONWriter.string(element.element.utf8, into: &text)
        }
    }
}

extension ReturnCode {
    /// Any code: one of the tables as it is listed, any other that begins with FAIL_SYS_ with the mapping code of
    /// unlisted codes.
    init(named code: String) {
        if let known = MTOPChapter.known(code) {
            self = known
        } else {
            let isOfGateway = code.hasPrefix("FAIL_SYS_")
            self.init(
                code, mappingCode: isOfGateway ? "ES00000" : nil,
                message: isOfGateway ? "The gateway failed" : "The business behind the gateway refuses")
        }
    }
}
