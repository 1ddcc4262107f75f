internal import Catalogue
internal import Wire

extension Failure {
    /// What a server's own code adds when it has answered.
    static let textAfterXML = xmlrpcSpoiler(
        "text-after-xml", "Something stands behind the end of the XML.",
        wire: "The body, and behind it an HTML comment and a line of text.",
        python: "ExpatError: junk after document element", evidence: .observed, isOfResult: false
    ) { _, reply in
        reply.editText { $0 += "\n<!-- 0.042 s -->\nDone.\n".utf8 }
    }
}
