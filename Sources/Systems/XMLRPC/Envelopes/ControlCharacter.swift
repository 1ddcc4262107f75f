internal import Catalogue
internal import Wire

extension Failure {
    /// Text of a database that nobody looked through.
    static let controlCharacter = xmlrpcSpoiler(
        "control-character", "The result is a string with a character that XML cannot have.",
        wire: "A string with the byte 08 in it, in place of the result.",
        python: "ExpatError: not well-formed (invalid token)", evidence: .observed
    ) { _, reply in
        reply.editValue { _ in Array("<value><string>a\u{8}b</string></value>".utf8) }
    }
}
