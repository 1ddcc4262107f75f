internal import Catalogue
internal import Wire

extension Failure {
    /// What servers send that put their XML together by hand.
    static let bareAmpersand = xmlrpcSpoiler(
        "bare-ampersand", "The result is a string with an ampersand that is not escaped.",
        wire: "The string `fish & chips <fresh>` in place of the result, as it stands here.",
        python: "ExpatError: not well-formed (invalid token)", evidence: .observed
    ) { _, reply in
        reply.editValue { _ in Array("<value><string>fish & chips <fresh></string></value>".utf8) }
    }
}
