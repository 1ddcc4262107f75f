internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// An error object, with its members in the order in which the Graph API sends them.
struct GraphError: Sendable {
    /// How the object is built; each was captured.
    enum Shape: String, Sendable {
        /// All members that are known.
        case full
        /// Without `fbtrace_id`, as the token endpoint sent it.
        case untraced
        /// `code` and `message` alone, in this order.
        case short
        /// As `full`, with `\/` for each slash of the message.
        case escaped
    }

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
    var shape = Shape.full
    /// What the challenge of its answer calls it; nil for what goes with its code.
    var challenge: String?
    /// Whether the WhatsApp Cloud API sends it, with a head of its own.
    var isOfWhatsApp = false

    static let oauth = "OAuthException"
    static let method = "GraphMethodException"

    /// An error of a code as it is in the tables.
    init(_ code: GraphCode) {
        self.init(
            code: code.code, message: code.message, type: code.type, subcode: code.subcode,
            isTransient: code.isTransient.map { "\($0)" })
        data = code.data
        (userTitle, userMessage) = (code.userTexts?.title, code.userTexts?.message)
        shape = code.shape
        isOfWhatsApp = code.isOfWhatsApp
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

    /// Gives the error another form of its code.
    mutating func take(_ form: GraphForm) {
        message = form.message
        type = form.type ?? type
        shape = form.shape
        challenge = form.challenge
        if let details = form.details {
            data = Self.whatsAppData(details)
            isOfWhatsApp = true
        }
    }

    /// The `error_data` of WhatsApp.
    static func whatsAppData(_ details: String) -> [UInt8] {
        JSONValue.object([("messaging_product", "whatsapp"), ("details", .string(details))]).bytes()
    }

    fileprivate var hasTraceID: Bool { shape == .full || shape == .escaped }

    /// The bytes before the message.
    fileprivate var beginning: [UInt8] {
        let code = shape == .short ? code.map { #""code":\#($0),"# } ?? "" : ""
        return Array(#"{"error":{\#(code)"message":"#.utf8)
    }

    /// The bytes behind the message: up to the trace id, or without one all.
    fileprivate var middle: [UInt8] {
        if shape == .short { return Array("}}".utf8) }
        var text = Array(#","type":"#.utf8)
        text.reserveCapacity(256)
        JSONWriter.string(type.utf8, into: &text)
        let transient = isTransient.map { Array(#","is_transient":\#($0)"#.utf8) } ?? []
        // Captured so of these codes, and behind the subcode of 100.
        let isTransientFirst = [2, 4, 17].contains(code)
        if isTransientFirst { text += transient }
        if let code { text += #","code":\#(code)"#.utf8 }
        if let data { text += Array(#","error_data":"#.utf8) + data }
        if let subcode { text += #","error_subcode":\#(subcode)"#.utf8 }
        if !isTransientFirst { text += transient }
        if let userTitle {
            text += #","error_user_title":"#.utf8
            JSONWriter.string(userTitle.utf8, into: &text)
        }
        if let userMessage {
            text += #","error_user_msg":"#.utf8
            JSONWriter.string(userMessage.utf8, into: &text)
        }
        text += (hasTraceID ? #","fbtrace_id":""# : "}}").utf8
        return text
    }

    /// What the challenge of its answer calls the error; nil if no challenge was captured with it.
    fileprivate var challengeWord: String? {
        if let challenge { return challenge }
        return switch code {
        case 190, 104: "invalid_token"
        case 100: "invalid_request"
        case 1: "unknown_error"
        default: nil
        }
    }

    fileprivate func write(_ message: String, into text: inout [UInt8]) {
        guard shape == .escaped else { return JSONWriter.string(message.utf8, into: &text) }
        var plain: [UInt8] = []
        JSONWriter.string(message.utf8, into: &plain)
        for byte in plain {
            if byte == UInt8(ascii: "/") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
    }
}

/// An error's answer: what is the same for every request is built once.
///
/// All fields of the head but the status were captured with ordinary errors (koala 425, restfb 650 and others).
struct GraphErrorTemplate: Sendable {
    /// The body up to the trace id, or without one all of it; nil if the message differs from request to request.
    private let opening: [UInt8]?
    /// The error whose message differs, and what goes behind the message.
    private let open: Open?
    private let hasTraceID: Bool
    private let head: ResponseHead

    /// An object, since few errors have it.
    private final class Open: Sendable {
        let error: GraphError
        let middle: [UInt8]

        init(_ error: GraphError) {
            self.error = error
            middle = error.middle
        }
    }

    init(_ error: GraphError, status: Int, _ fields: [HeaderField] = []) {
        let message = error.message.constant
        opening = message.map { Self.opening(error, $0) + error.middle }
        open = message == nil ? Open(error) : nil
        hasTraceID = error.hasTraceID
        let challenge = message.flatMap { text in error.challengeWord.map { Self.challenge($0, text) } }
        var head = Self.openHead
        head.status = status
        head.fields =
            [error.isOfWhatsApp ? Self.plainJSON : GraphAPI.json] + (challenge.map { [$0] } ?? []) + fields
            + Self.fields(of: error)
        self.head = head
    }

    /// The error of a code as its failure sends it.
    init(_ code: GraphCode) {
        let usage = GraphUsage(ofErrors: code).map { $0.field(Arguments(standard: [])) }
        self.init(GraphError(code), status: code.status, usage.map { [$0] } ?? [])
    }

    func reply(to call: Call?, in context: AnswerContext) -> Reply {
        var head = head
        head.fields.reserveCapacity(head.fields.count + 4)
        var text: [UInt8] = []
        if let opening {
            text.reserveCapacity(opening.count + 26)
            text += opening
        } else if let open {
            let message = open.error.message.text(call, in: context)
            text = Self.opening(open.error, message) + open.middle
            if let word = open.error.challengeWord { head.fields.insert(Self.challenge(word, message), at: 1) }
        }
        let ids = GraphIDs(context)
        head.fields.append(HeaderField(name: Self.requestName, value: ids.request))
        head.fields.append(HeaderField(name: Self.traceName, value: ids.trace))
        if let version = GraphPath.versionField(call, context.request) { head.fields.append(version) }
        if hasTraceID {
            text += ids.request
            text += "\"}}".utf8
        }
        return Reply(head, body: [Reply.Part(.bytes(text))])
    }

    private static func opening(_ error: GraphError, _ message: String) -> [UInt8] {
        var text = error.beginning
        error.write(message, into: &text)
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

    private static let requestName = Array("x-fb-request-id".utf8)
    private static let traceName = Array("x-fb-trace-id".utf8)
    private static let plainJSON = HeaderField("Content-Type", "application/json")

    /// Every origin may read an error, but where a scenario has fields of CORS.
    private static let openHead: ResponseHead = {
        var head = ResponseHead()
        head.yieldsAllowOrigin = true
        return head
    }()

    /// The fields that are the same for all errors of a kind.
    private static func fields(of error: GraphError) -> [HeaderField] {
        if error.isOfWhatsApp { return [HeaderField("Vary", "Origin")] + fields }
        switch (error.code, error.subcode) {
        case (613, _): return Array(fields.dropLast(2))
        case (100, 33): return fields + [HeaderField("x-fb-rlafr", "0")]
        default: return fields
        }
    }

    private static let fields = [
        HeaderField("Access-Control-Allow-Origin", "*"),
        HeaderField("Cache-Control", "no-store"),
        HeaderField("Pragma", "no-cache"),
        HeaderField("Expires", "Sat, 01 Jan 2000 00:00:00 GMT"),
        // A 613 was captured without these two.
        HeaderField("x-fb-rev", "1000000000"),
        HeaderField("X-FB-Debug", debugID),
    ]

    /// 64 bytes in base64, by which support finds a server.
    private static let debugID: String = {
        var draw = DrawKey(seed: 0, rule: Array("X-FB-Debug".utf8)).draw(hit: 1, purpose: .content)
        return Base64.encode((0..<64).map { _ in UInt8(truncatingIfNeeded: draw.next()) }).text
    }()
}

/// The ids by which support finds a call, drawn from the seed, the rule and the hit.
///
/// That `x-fb-request-id` is the body's `fbtrace_id` is our assumption: both were captured, in the same form, and never
/// from one answer.
private struct GraphIDs {
    /// `fbtrace_id` and `x-fb-request-id`: an A and 22 more characters of the alphabet for URLs.
    let request: [UInt8]
    /// `x-fb-trace-id`: 11 characters of base64.
    let trace: [UInt8]

    init(_ context: AnswerContext) {
        var draw = context.draw()
        var request: [UInt8] = []
        request.reserveCapacity(23)
        request.append(UInt8(ascii: "A"))
        Self.write(10, of: draw.next(), in: Self.forURLs, into: &request)
        Self.write(10, of: draw.next(), in: Self.forURLs, into: &request)
        let last = draw.next()
        Self.write(2, of: last, in: Self.forURLs, into: &request)
        var trace: [UInt8] = []
        trace.reserveCapacity(11)
        Self.write(1, of: last >> 12, in: Self.base64, into: &trace)
        Self.write(10, of: draw.next(), in: Self.base64, into: &trace)
        (self.request, self.trace) = (request, trace)
    }

    /// Six bits of the number for each character.
    private static func write(_ count: Int, of number: UInt64, in alphabet: [UInt8], into text: inout [UInt8]) {
        var rest = number
        for _ in 0..<count {
            text.append(alphabet[Int(rest & 63)])
            rest >>= 6
        }
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let forURLs = Array((letters + "-_").utf8)
    private static let base64 = Array((letters + "+/").utf8)
}
