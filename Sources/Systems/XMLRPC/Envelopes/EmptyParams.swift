internal import Catalogue
internal import Wire

extension Failure {
    /// What servers say whose method returns nothing.
    static let emptyParams = xmlrpcSpoiler(
        "empty-params", "The response is a success without a value, as of a method that returns nothing.",
        wire: "A `methodResponse` whose `params` has no `param`.",
        python: "an empty tuple as the result"
    ) { _, reply in
        reply.editResponse { _ in Array("<params/>".utf8) }
    }
}
