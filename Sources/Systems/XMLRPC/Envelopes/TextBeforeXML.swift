internal import Catalogue
internal import Wire

extension Failure {
    /// What a server's own code lets slip before it answers.
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
}
