internal import Catalogue
internal import Wire

extension Failure {
    /// A complete response with half a document in it: no transport notices.
    static let truncatedXML = xmlrpcSpoiler(
        "truncated-xml", "The response is complete, but the XML in it stops half way.",
        wire: "The first half of the body as a complete response, with a Content-Length that fits it.",
        python: "ExpatError: no element found, or unclosed token", evidence: .observed, isOfResult: false
    ) { _, reply in
        reply.editText { $0.removeLast($0.count - $0.count / 2) }
    }
}
