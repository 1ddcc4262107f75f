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
    /// Whether the answer sets new token cookies.
    let setsToken: Bool
    private let head: ResponseHead
    private var ret: [UInt8]

    init(_ code: String, mappingCode: String?, message: String, status: Int = 200, setsToken: Bool = false) {
        self.code = code
        self.mappingCode = mappingCode
        self.message = message
        self.setsToken = setsToken
        head = MTOP.head(status: status, code: code, mappingCode: mappingCode)
        ret = Self.ret(code, message)
    }

    func reply(to call: MTOPCall, data: [UInt8]? = nil, in context: AnswerContext) -> Reply {
        var head = head
        call.fillIn(&head, in: context)
        if setsToken { head.fields += H5Token(context).cookies }
        return Reply(head, body: [Reply.Part(.bytes(call.envelope(ret: ret, data: data ?? Self.noData)))])
    }

    /// The code with another message; unchanged if that is nil.
    func withMessage(_ message: String?) -> ReturnCode {
        guard let message else { return self }
        var code = self
        code.ret = Self.ret(self.code, message)
        return code
    }

    static let noData = Array("{}".utf8)

    /// `CODE::message` as a JSON string; clients split it at the first `::`.
    static func ret(_ code: String, _ message: String) -> [UInt8] {
        var text: [UInt8] = []
        JSONWriter.string("\(code)::\(message)".utf8, into: &text)
        return text
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
