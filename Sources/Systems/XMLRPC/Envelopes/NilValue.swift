internal import Catalogue
internal import Wire

extension Failure {
    /// An extension that many servers use unasked.
    static let nilValue = xmlrpcSpoiler(
        "nil", "The result is nil, a type that many servers have and the specification has not.",
        wire: "A `<nil/>` in place of the result.",
        python: "accepted: None, whether it allows None in what it sends or not"
    ) { _, reply in
        reply.editValue { _ in Array("<value><nil/></value>".utf8) }
    }
}
