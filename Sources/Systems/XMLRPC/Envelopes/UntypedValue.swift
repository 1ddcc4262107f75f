internal import Catalogue
internal import Wire

extension Failure {
    /// Legal, and not what every client can read.
    static let untypedValue = xmlrpcSpoiler(
        "untyped-value", "The result is text without a type, which is a string and often forgotten.",
        wire: "A `value` with the text \"42\" and no element around it, in place of the result.",
        python: "accepted: the string '42'", evidence: .documented
    ) { _, reply in
        reply.editValue { _ in Array("<value>42</value>".utf8) }
    }
}
