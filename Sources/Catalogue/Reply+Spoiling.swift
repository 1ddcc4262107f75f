package import Wire

/// What spoilers do to replies, whatever those are: given as pairs, chunked, in parts, of any length.
extension Reply {
    /// Frames the reply so and not otherwise; what the head said of its length is gone.
    mutating func frame(_ framing: Framing) {
        head.remove("Content-Length")
        head.remove("Transfer-Encoding")
        self.framing = .exactly(framing)
    }

    /// Leaves the framing to fields that the spoiler writes itself.
    mutating func frameByHand(_ fields: [HeaderField]) {
        frame(.asGiven)
        head.fields += fields
    }

    /// Drops all of the body but its first bytes, with the parts and their delays as they were.
    mutating func keepBody(_ count: Int) {
        var left = count
        var kept: [Part] = []
        for part in body where left > 0 {
            kept.append(Part(part.content.prefix(left), delay: part.delay))
            left -= part.content.count
        }
        body = kept
        tellLength()
    }

    /// Puts another body in place, of which the head then tells the truth.
    package mutating func replaceBody(_ bytes: [UInt8]) {
        content = bytes
        tellLength()
    }

    /// Where the head gives a length of its own, makes it the body's.
    private mutating func tellLength() {
        if head.has("content-length") { head.set("Content-Length", String(contentCount)) }
    }
}

/// Replies that several answers are made of.
extension Reply {
    /// A problem document (RFC 9457) whose title is the status's phrase.
    static func problem(_ status: Int, detail: String? = nil) -> Reply {
        let title = StatusPhrase.phrase(for: status)
        let detail = detail.map { #","detail":"# + jsonString($0) } ?? ""
        return Reply(
            status: status, contentType: "application/problem+json",
            text: #"{"type":"about:blank","title":\#(jsonString(title)),"status":\#(status)\#(detail)}"#
                + "\n")
    }

    /// No body, or a line of text where there is something to say.
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
