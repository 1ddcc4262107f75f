internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// An error object, with its members in the order in which the Graph API sends them.
struct GraphError: Sendable {
    /// Nil for an error about a batch as a whole.
    var code: Int?
    var message: String
    var type = GraphError.oauth
    var subcode: Int?
    var userTitle: String?
    var userMessage: String?
    /// The JSON text `true` or `false`.
    var isTransient: String?
    var data: [UInt8]?

    static let oauth = "OAuthException"
    static let method = "GraphMethodException"

    func reply(status: Int, in context: AnswerContext) -> Reply {
        GraphErrorTemplate(self, status: status).reply(in: context)
    }

    /// The bytes before the trace id.
    fileprivate var opening: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(256)
        text += #"{"error":{"message":"#.utf8
        JSONWriter.string(message.utf8, into: &text)
        text += #","type":"#.utf8
        JSONWriter.string(type.utf8, into: &text)
        if let code { text += #","code":\#(code)"#.utf8 }
        if let subcode { text += #","error_subcode":\#(subcode)"#.utf8 }
        if let userTitle {
            text += #","error_user_title":"#.utf8
            JSONWriter.string(userTitle.utf8, into: &text)
        }
        if let userMessage {
            text += #","error_user_msg":"#.utf8
            JSONWriter.string(userMessage.utf8, into: &text)
        }
        if let isTransient { text += #","is_transient":\#(isTransient)"#.utf8 }
        text += #","fbtrace_id":""#.utf8
        return text
    }

    /// The bytes after the trace id.
    fileprivate var closing: [UInt8] {
        Array("\"".utf8) + (data.map { Array(#","error_data":"#.utf8) + $0 } ?? []) + Array("}}".utf8)
    }
}

/// An error's answer without its trace id: what is the same for every request is built once.
struct GraphErrorTemplate: Sendable {
    private let opening: [UInt8]
    private let closing: [UInt8]
    private let head: ResponseHead

    init(_ error: GraphError, status: Int, _ fields: [HeaderField] = []) {
        opening = error.opening
        closing = error.closing
        head = ResponseHead(status: status, fields: [GraphAPI.json] + fields)
    }

    func reply(in context: AnswerContext) -> Reply {
        var text: [UInt8] = []
        text.reserveCapacity(opening.count + closing.count + 23)
        text += opening
        Self.writeTraceID(context, into: &text)
        text += closing
        return Reply(head, body: [Reply.Part(.bytes(text))])
    }

    /// Writes the id by which support finds a call: an A and 22 more characters, drawn from the seed, the
    /// rule and the hit.
    private static func writeTraceID(_ context: AnswerContext, into text: inout [UInt8]) {
        var draw = context.draw()
        text.append(UInt8(ascii: "A"))
        for count in [10, 10, 2] {
            var word = draw.next()
            for _ in 0..<count {
                text.append(alphabet[Int(word & 63)])
                word >>= 6
            }
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
