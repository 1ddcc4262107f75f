internal import Catalogue
internal import Wire

extension Failure {
    /// An extension that nobody agreed on.
    static let unknownType = xmlrpcSpoiler(
        "unknown-type", "The result is of a type that XML-RPC does not have.",
        wire: "A `<money>` of 9.99 in place of the result.",
        python: "ResponseError: unknown tag 'money'"
    ) { _, reply in
        reply.editValue { _ in Array("<value><money>9.99</money></value>".utf8) }
    }
}
