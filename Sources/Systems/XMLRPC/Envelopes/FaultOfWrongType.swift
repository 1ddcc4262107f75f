internal import Catalogue
internal import Wire

extension Failure {
    /// A fault that is only text.
    static let faultOfWrongType = xmlrpcSpoiler(
        "fault-of-wrong-type", "The response is a fault whose value is a string, where a struct belongs.",
        wire: "A fault in place of the result, with a string in it and no struct.",
        python: "TypeError: argument after ** must be a mapping, not str"
    ) { _, reply in
        reply.editResponse { _ in Array("<fault><value><string>server error</string></value></fault>".utf8) }
    }
}
