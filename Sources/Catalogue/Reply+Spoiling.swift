package import Wire

/// Changes that spoilers make to replies of any form: with exact heads, chunked, or in parts.
extension Reply {
    /// Sets the framing, and removes the fields about it from the head.
    mutating func frame(_ framing: Framing) {
        head.remove("Content-Length")
        head.remove("Transfer-Encoding")
        self.framing = .exactly(framing)
    }

    /// Adds fields of the spoiler in place of the framing.
    mutating func frameByHand(_ fields: [HeaderField]) {
        frame(.asGiven)
        head.fields += fields
    }

    /// Keeps only the body before the position, with its parts and their delays.
    mutating func keepBody(_ position: Cut.Position) {
        var left = position.offset(in: contentCount)
        var kept: [Part] = []
        for part in body where left > 0 {
            kept.append(Part(part.content.prefix(left), delay: part.delay))
            left -= part.content.count
        }
        body = kept
        tellLength()
    }

    /// Replaces the body, and corrects the length in the head.
    package mutating func replaceBody(_ bytes: [UInt8]) {
        content = bytes
        tellLength()
    }

    /// Corrects the head's own Content-Length, if it has one.
    private mutating func tellLength() {
        if head.has("content-length") { head.set("Content-Length", String(contentCount)) }
    }
}

/// Replies for several answers.
extension Reply {
    /// A problem document (RFC 9457) whose title is the reason phrase of the status.
    static func problem(_ status: Int, detail: String? = nil) -> Reply {
        let title = StatusPhrase.phrase(for: status)
        let detail = detail.map { #","detail":"# + jsonString($0) } ?? ""
        return Reply(
            status: status, contentType: "application/problem+json",
            text: #"{"type":"about:blank","title":\#(jsonString(title)),"status":\#(status)\#(detail)}"#
                + "\n")
    }

    /// A reply without a body, or with the message as a line of text.
    package static func bare(_ status: Int, _ fields: [HeaderField] = [], message: String? = nil) -> Reply {
        var reply =
            message.map { Reply(status: status, contentType: "text/plain; charset=utf-8", text: $0 + "\n") }
            ?? Reply(ResponseHead(status: status))
        reply.head.fields = fields + reply.head.fields
        return reply
    }

    /// A JSON string literal (RFC 8259, 7).
    private static func jsonString(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\" + String(scalar)
            case "\n": literal += "\\n"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
