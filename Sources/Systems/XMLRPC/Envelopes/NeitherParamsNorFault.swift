internal import Catalogue
internal import Wire

extension Failure {
    /// An envelope around nothing.
    static let neitherParamsNorFault = xmlrpcSpoiler(
        "neither", "The response has neither a result nor a fault.",
        wire: "A `methodResponse` with nothing in it.",
        python: "ResponseError"
    ) { _, reply in
        reply.editResponse { _ in [] }
    }
}
