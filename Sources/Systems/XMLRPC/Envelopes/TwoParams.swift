internal import Catalogue
internal import Wire

extension Failure {
    /// More results than a call can have.
    static let twoParams = xmlrpcSpoiler(
        "two-params", "The response has two values, where the specification has one.",
        wire: "The reply's `param` twice.",
        python: "a tuple of both as the result"
    ) { _, reply in
        reply.editResponse { value in
            let parameter = Array("<param>".utf8) + value + Array("</param>".utf8)
            return Array("<params>".utf8) + parameter + parameter + Array("</params>".utf8)
        }
    }
}
