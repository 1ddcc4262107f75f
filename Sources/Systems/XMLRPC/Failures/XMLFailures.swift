internal import Catalogue
internal import Wire

/// Responses that are not well-formed XML, and one that uses a document type.
extension Failure {
    /// The HTTP response is complete, so that no transport reports an error.
    static let truncatedXML = xmlrpcSpoiler(
        "truncated-xml", "The response is complete, but the XML in it stops half way.",
        wire: "The first half of the body as a complete response, with a Content-Length that fits it.",
        python: "ExpatError: no element found, or unclosed token", evidence: .observed, isOfResult: false
    ) { _, reply in
        reply.editText { $0.removeLast($0.count - $0.count / 2) }
    }

    /// Typical of server code that prints something before its response, such as a warning of PHP.
    static let textBeforeXML = xmlrpcSpoiler(
        "text-before-xml", "Something stands before the XML declaration, where nothing may be.",
        wire: """
            Before the body by `blank-line`: a CR LF; by `warning`: a warning in HTML, as PHP prints it; by \
            `byte-order-mark`: EF BB BF, which is allowed, and which some clients do not know.
            """,
        python: "ExpatError; a byte order mark is accepted", evidence: .observed,
        parameters: [.by(["blank-line", "warning", "byte-order-mark"], "What it is.")], isOfResult: false
    ) { arguments, reply in
        let text =
            switch arguments.text("by") {
            case "warning":
                "<br />\n<b>Warning</b>:  Undefined variable $user in <b>rpc.php</b> on line <b>7</b><br />\n"
            case "byte-order-mark": "\u{FEFF}"
            default: "\r\n"
            }
        reply.editText { $0 = Array(text.utf8) + $0 }
    }

    /// Typical of server code that prints something after its response.
    static let textAfterXML = xmlrpcSpoiler(
        "text-after-xml", "Something stands behind the end of the XML.",
        wire: "The body, and behind it an HTML comment and a line of text.",
        python: "ExpatError: junk after document element", evidence: .observed, isOfResult: false
    ) { _, reply in
        reply.editText { $0 += "\n<!-- 0.042 s -->\nDone.\n".utf8 }
    }

    /// Typical of servers that concatenate their XML by hand.
    static let bareAmpersand = xmlrpcSpoiler(
        "bare-ampersand", "The result is a string with an ampersand that is not escaped.",
        wire: "The string `fish & chips <fresh>` in place of the result, as it stands here.",
        python: "ExpatError: not well-formed (invalid token)", evidence: .observed
    ) { _, reply in
        reply.editValue { _ in Array("<value><string>fish & chips <fresh></string></value>".utf8) }
    }

    /// Typical of unfiltered text from a database.
    static let controlCharacter = xmlrpcSpoiler(
        "control-character", "The result is a string with a character that XML cannot have.",
        wire: "A string with the byte 08 in it, in place of the result.",
        python: "ExpatError: not well-formed (invalid token)", evidence: .observed
    ) { _, reply in
        reply.editValue { _ in Array("<value><string>a\u{8}b</string></value>".utf8) }
    }

    static let wrongEncoding = xmlrpcSpoiler(
        "wrong-encoding", "The XML is in another encoding than it says, or in one that nobody knows.",
        wire: """
            By `latin-1`: the string Zürich in ISO-8859-1 in place of the result, under a declaration of UTF-8; by \
            `unknown`: the reply's own document under one of x-martian; by `utf-16`: its bytes as they are, under one \
            of UTF-16.
            """,
        python: "ExpatError; for an unknown encoding LookupError", evidence: .observed,
        parameters: [.by(["latin-1", "unknown", "utf-16"], "What is wrong with it.")]
    ) { arguments, reply in
        switch arguments.text("by") {
        case "unknown": reply.editText { $0.replaceEncoding(with: "x-martian") }
        case "utf-16": reply.editText { $0.replaceEncoding(with: "UTF-16") }
        default:
            reply.editValue { _ in
                Array("<value><string>Z".utf8) + [0xFC] + Array("rich</string></value>".utf8)
            }
        }
    }

    /// A careful client refuses any document type before it reads on.
    static let documentType = xmlrpcSpoiler(
        "doctype", "The XML has a document type, which can make a client read files or fill its memory.",
        wire: """
            Behind the declaration by `plain`: a DOCTYPE with nothing in it; by `entity-bomb`: seven entities, each but \
            the first ten times the one before it, and the last one as the result: half a kilobyte for three million \
            characters; by \
            `external-entity`: an entity that stands for the client's own file:///etc/hostname, as the result.
            """,
        python: "accepted: three million letters; an external entity is an empty string",
        parameters: [.by(["plain", "entity-bomb", "external-entity"], "What is in it.")]
    ) { arguments, reply in
        let (subset, value): (String, String?) =
            switch arguments.text("by") {
            case "entity-bomb": (bomb, "&g;")
            case "external-entity": (#" [<!ENTITY x SYSTEM "file:///etc/hostname">]"#, "&x;")
            default: ("", nil)
            }
        if let value { reply.editValue { _ in Array("<value><string>\(value)</string></value>".utf8) } }
        reply.editText { $0.insert("<!DOCTYPE methodResponse\(subset)>\n", before: "<methodResponse>") }
    }

    /// Entity `a` is three letters; each one after it expands to ten of the one before.
    private static let bomb: String = {
        let names = ["a", "b", "c", "d", "e", "f", "g"]
        let entities = zip(names, names.dropFirst()).map { smaller, larger in
            "<!ENTITY \(larger) \"" + String(repeating: "&\(smaller);", count: 10) + "\">"
        }
        return " [<!ENTITY a \"lol\">" + entities.joined() + "]"
    }()
}

extension [UInt8] {
    /// Replaces the encoding in the XML declaration; the bytes after it stay as they are.
    fileprivate mutating func replaceEncoding(with name: String) {
        let count = XMLRPCEnvelope.declaration.utf8.count
        guard starts(with: XMLRPCEnvelope.declaration.utf8) else { return }
        replaceSubrange(..<count, with: "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n".utf8)
    }
}
