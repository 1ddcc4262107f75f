internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// A code of `ret` with what goes along with it, put together as far as it is the same for every call.
struct ReturnCode: Sendable {
    let code: String
    /// `ES10003`; nil for codes of the business behind the gateway.
    let mappingCode: String?
    let message: String
    /// Whether new cookies to sign with come with it.
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

    /// The answer to one call.
    func reply(to call: MTOPCall, data: [UInt8]? = nil, in context: AnswerContext) -> Reply {
        var head = head
        call.fillIn(&head, in: context)
        if setsToken { head.fields += H5Token(context).cookies }
        return Reply(head, body: [Reply.Part(.bytes(call.envelope(ret: ret, data: data ?? Self.noData)))])
    }

    /// With another message behind the code, where there is one.
    func withMessage(_ message: String?) -> ReturnCode {
        guard let message else { return self }
        var code = self
        code.ret = Self.ret(self.code, message)
        return code
    }

    static let noData = Array("{}".utf8)

    /// What clients put apart again at the first two colons.
    static func ret(_ code: String, _ message: String) -> [UInt8] {
        var text: [UInt8] = []
        JSONWriter.string("\(code)::\(message)".utf8, into: &text)
        return text
    }
}

extension ReturnCode {
    /// A code of any name: those of the tables with what belongs to them, and what begins like one of the gateway's
    /// with the mapping code of those that nobody lists.
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
