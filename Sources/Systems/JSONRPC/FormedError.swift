internal import Catalogue
internal import JSONText
internal import Wire

/// An error in the envelope of one server: which members it has in which order, and which id.
struct FormedError: Sendable {
    /// The envelope for a request of 2.0; other versions have that of their own.
    enum Form: String, Sendable {
        /// `jsonrpc`, `error`, `id`, as the specification shows it.
        case standard
        /// The same with an id of null, whatever was asked.
        case nullID = "null-id"
        /// `jsonrpc`, `id`, `error`.
        case idFirst = "id-first"
        /// The same with an id of "server-error", whatever was asked.
        case serverError = "server-error"
        /// The same with an id of null, and blanks as Python writes JSON.
        case spaced
        /// `error`, `id`, `jsonrpc`.
        case errorFirst = "error-first"

        /// The id of every answer; nil where it is that of the request.
        var fixedID: String? {
            switch self {
            case .nullID, .spaced: "null"
            case .serverError: #""server-error""#
            case .standard, .idFirst, .errorFirst: nil
            }
        }

        /// What stands before and behind the id.
        fileprivate func parts(_ error: JSONRPCError) -> (String, String) {
            let text = String(decoding: error.text(.v20), as: UTF8.self)
            return switch self {
            case .standard, .nullID: (#"{"jsonrpc":"2.0","error":\#(text),"id":"#, "}")
            case .idFirst, .serverError: (#"{"jsonrpc":"2.0","id":"#, #","error":\#(text)}"#)
            case .spaced: (#"{"jsonrpc": "2.0", "id": "#, #", "error": \#(error.spacedText)}"#)
            case .errorFirst: (#"{"error":\#(text),"id":"#, #","jsonrpc":"2.0"}"#)
            }
        }
    }

    private let opening, closing: [UInt8]
    private let fixedID: [UInt8]?
    private let encoded: EncodedJSONRPCError

    /// - Parameter echoesID: Whether the id is that of the request, although the form has one of its own.
    init(_ error: JSONRPCError, _ form: Form, echoesID: Bool = false) {
        let (opening, closing) = form.parts(error)
        (self.opening, self.closing) = (Array(opening.utf8), Array(closing.utf8))
        fixedID = echoesID ? nil : form.fixedID.map { Array($0.utf8) }
        encoded = EncodedJSONRPCError(error)
    }

    /// Its answer to each call. What has an id of its own is about the HTTP request, and answers a notification too.
    func answer(status: Int, type: String? = nil) -> Failure.ReplyToCall {
        var head = ResponseHead(
            status: status, fields: [HeaderField("Content-Type", type ?? JSONRPC.contentType)])
        let ownHead = head
        head.status = 200
        let elementHead = head
        return { call, _ in
            let rpc = call?.rpc ?? JSONRPCCall(id: JSONRPCCall.null)
            if fixedID == nil, rpc.isNotification { return nil }
            let body =
                rpc.version == .v20
                ? opening + (fixedID ?? rpc.id ?? JSONRPCCall.null) + closing : rpc.failure(encoded.text(rpc.version))
            return JSONRPC.reply(body, head: rpc.isElement ? elementHead : ownHead)
        }
    }
}

extension JSONRPCError {
    /// The object with a blank behind each colon and comma, as Python writes it. Data is written so already.
    fileprivate var spacedText: String {
        var text = #"{"code": \#(code), "message": "#
        var message: [UInt8] = []
        JSONWriter.string(self.message.utf8, into: &message)
        text += String(decoding: message, as: UTF8.self)
        if let data { text += #", "data": "# + String(decoding: data, as: UTF8.self) }
        return text + "}"
    }
}
