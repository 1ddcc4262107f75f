internal import Wire

extension Failure {
    /// Bytes that are not UTF-8 in an otherwise valid document.
    static let invalidUTF8 = Failure(
        "http/invalid-utf8", "Inside a string of the body stand bytes that are not UTF-8.",
        wire: """
            Behind the opening quote of the body's first string value (of its first string where \
            there is no such value, at its end where there is no string), by `byte`: FF; by \
            `overlong`: C0 AF; by `surrogate`: ED A0 80; by `cut-short`: E2 82, the first two \
            bytes of three. Content-Length fits.
            """,
        reports: .measured(
            curl: "0", requests: "200: .json() puts up with it",
            node: "200: .json() puts U+FFFD in its place"),
        source: Measured.and("RFC 8259, 8.1; RFC 3629, 3 and 4"), evidence: .observed,
        parameters: [.by(["byte", "overlong", "surrogate", "cut-short"], "What kind of bytes they are.")],
        needsBody: true, rewritesBody: true,
        effect: .spoiler { arguments, reply in
            let bytes: [UInt8] =
                switch arguments.text("by") {
                case "overlong": [0xC0, 0xAF]
                case "surrogate": [0xED, 0xA0, 0x80]
                case "cut-short": [0xE2, 0x82]
                default: [0xFF]
                }
            var content = reply.content
            content.insert(contentsOf: bytes, at: insideString(content))
            reply.replaceBody(content)
        })

    /// The offset behind the opening quote of a string, preferably of one that is a member's value.
    private static func insideString(_ json: [UInt8]) -> Int {
        var first: Int?
        var isInString = false
        var isEscaped = false
        var isBehindColon = false
        for (index, byte) in json.enumerated() {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""):
                if !isInString, isBehindColon { return index + 1 }
                if first == nil { first = index + 1 }
                isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: ":"): isBehindColon = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            default: isBehindColon = false
            }
        }
        return first ?? json.count
    }
}
