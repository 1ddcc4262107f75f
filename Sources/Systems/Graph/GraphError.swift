internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// An error object, with its members in the order in which the Graph API sends them.
struct GraphError: Sendable {
    /// Nil for an error about a batch as a whole.
    var code: Int?
    var message: GraphMessage
    var type = GraphError.oauth
    var subcode: Int?
    var userTitle: String?
    var userMessage: String?
    /// The JSON text `true` or `false`.
    var isTransient: String?
    var data: [UInt8]?

    static let oauth = "OAuthException"
    static let method = "GraphMethodException"

    /// An error of a code as it is in the tables.
    init(_ code: GraphCode) {
        self.init(
            code: code.code, message: code.message, type: code.type, subcode: code.subcode,
            isTransient: code.isTransient.map { "\($0)" })
    }

    init(
        code: Int?, message: GraphMessage, type: String = GraphError.oauth, subcode: Int? = nil,
        isTransient: String? = nil
    ) {
        self.code = code
        self.message = message
        self.type = type
        self.subcode = subcode
        self.isTransient = isTransient
    }

    /// The bytes between the message and the trace id.
    fileprivate var middle: [UInt8] {
        var text = Array(#","type":"#.utf8)
        text.reserveCapacity(256)
        JSONWriter.string(type.utf8, into: &text)
        // Captured so of code 4 only.
        let isTransientFirst = code == 4
        if isTransientFirst, let isTransient { text += #","is_transient":\#(isTransient)"#.utf8 }
        if let code { text += #","code":\#(code)"#.utf8 }
        if let data { text += Array(#","error_data":"#.utf8) + data }
        if let subcode { text += #","error_subcode":\#(subcode)"#.utf8 }
        if !isTransientFirst, let isTransient { text += #","is_transient":\#(isTransient)"#.utf8 }
        if let userTitle {
            text += #","error_user_title":"#.utf8
            JSONWriter.string(userTitle.utf8, into: &text)
        }
        if let userMessage {
            text += #","error_user_msg":"#.utf8
            JSONWriter.string(userMessage.utf8, into: &text)
        }
        text += #","fbtrace_id":""#.utf8
        return text
    }

    /// What the challenge of its answer calls the error; nil if no challenge was captured with it.
    fileprivate var challenge: String? {
        switch code {
        case 190, 104: "invalid_token"
        case 100: "invalid_request"
        case 1: "unknown_error"
        default: nil
        }
    }
}

/// An error's answer: what is the same for every request is built once.
///
/// All fields of the head but the status were captured with ordinary errors (koala 425, restfb 650 and others).
struct GraphErrorTemplate: Sendable {
    private let message: GraphMessage
    /// The body up to the trace id, if the message is the same for every request.
    private let opening: [UInt8]?
    /// What goes behind a message that differs from request to request; empty if `opening` has it.
    private let middle: [UInt8]
    /// The word of the challenge, if the message in it differs from request to request.
    private let openChallenge: String?
    private let head: ResponseHead

    /// - Parameter challenge: What the challenge calls the error; nil for what goes with its code.
    init(_ error: GraphError, status: Int, challenge: String? = nil, _ fields: [HeaderField] = []) {
        message = error.message
        let challenge = challenge ?? error.challenge
        let constant = error.message.constant
        let middle = error.middle
        self.middle = constant == nil ? middle : []
        opening = constant.map { Self.opening($0) + middle }
        openChallenge = constant == nil ? challenge : nil
        let field = constant.flatMap { text in challenge.map { Self.challenge($0, text) } }
        head = ResponseHead(status: status, fields: [GraphAPI.json] + (field.map { [$0] } ?? []) + fields + Self.fields)
    }

    func reply(to call: Call?, in context: AnswerContext) -> Reply {
        var head = head
        var text: [UInt8]
        if let opening {
            text = []
            text.reserveCapacity(opening.count + 26)
            text += opening
        } else {
            let message = message.text(call, in: context)
            text = Self.opening(message) + middle
            if let openChallenge { head.fields.insert(Self.challenge(openChallenge, message), at: 1) }
        }
        let start = text.count
        Self.writeTraceID(context, into: &text)
        head.fields.append(HeaderField(name: Self.traceName, value: Array(text[start...])))
        if let version = GraphPath.versionField(call, context.request) { head.fields.append(version) }
        text += "\"}}".utf8
        return Reply(head, body: [Reply.Part(.bytes(text))])
    }

    private static func opening(_ message: String) -> [UInt8] {
        var text = Array(#"{"error":{"message":"#.utf8)
        JSONWriter.string(message.utf8, into: &text)
        return text
    }

    /// `OAuth "Facebook Platform" "invalid_token" "The message"`.
    private static func challenge(_ word: String, _ message: String) -> HeaderField {
        HeaderField(
            "WWW-Authenticate", "OAuth " + ["Facebook Platform", word, message].map(quoted).joined(separator: " "))
    }

    /// A quoted string (RFC 9110, 5.6.4), without control characters, which a name from a request may have. By scalar,
    /// because a quote with a combining accent behind it is one character.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return "\"\(text)\"" }
        return text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            if scalar.value < 0x20 || scalar.value == 0x7F { return }
            quoted += scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        } + "\""
    }

    private static let traceName = Array("x-fb-trace-id".utf8)
    private static let fields = [
        HeaderField("Access-Control-Allow-Origin", "*"),
        HeaderField("Cache-Control", "no-store"),
        HeaderField("Pragma", "no-cache"),
        HeaderField("Expires", "Sat, 01 Jan 2000 00:00:00 GMT"),
        HeaderField("x-fb-rev", "1000000000"),
        HeaderField("X-FB-Debug", debugID),
    ]

    /// 64 bytes in base64, by which support finds a server.
    private static let debugID: String = {
        var draw = DrawKey(seed: 0, rule: Array("X-FB-Debug".utf8)).draw(hit: 1, purpose: .content)
        return Base64.encode((0..<64).map { _ in UInt8(truncatingIfNeeded: draw.next()) }).text
    }()

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
