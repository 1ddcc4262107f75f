internal import Bytes
internal import Wire

/// Builds answers of the store.
enum StoreReply {
    /// A line of text.
    static func text(_ status: Int, _ text: String, fields: [HeaderField] = []) -> Reply {
        Reply(
            ResponseHead(status: status, fields: [textType] + fields),
            body: [Reply.Part(.bytes(Array(utf8: text + "\n")))])
    }

    /// Text of any length.
    static func plain(_ text: [UInt8]) -> Reply {
        Reply(ResponseHead(status: 200, fields: [textType]), body: [Reply.Part(.bytes(text))])
    }

    static func xml(_ status: Int, _ body: [UInt8], fields: [HeaderField] = []) -> Reply {
        Reply(ResponseHead(status: status, fields: [xmlType] + fields), body: [Reply.Part(.bytes(body))])
    }

    /// An answer without a body.
    static func empty(_ status: Int, fields: [HeaderField] = []) -> Reply {
        Reply(ResponseHead(status: status, fields: fields))
    }

    /// The methods of the store, those of HTTP first.
    static let allow = HeaderField(
        "Allow",
        "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK")

    /// Those that a volume takes which can only be read.
    static let allowReading = HeaderField("Allow", "OPTIONS, GET, HEAD, PROPFIND")

    private static let textType = HeaderField("Content-Type", "text/plain; charset=utf-8")
    private static let xmlType = HeaderField("Content-Type", "application/xml; charset=utf-8")
}
