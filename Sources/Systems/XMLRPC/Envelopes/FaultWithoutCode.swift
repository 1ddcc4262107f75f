internal import Catalogue
internal import Wire

extension Failure {
    /// A fault that nobody can tell from another.
    static let faultWithoutCode = xmlrpcSpoiler(
        "fault-without-code", "The response is a fault that has no faultCode.",
        wire: "A fault in place of the result, whose struct has a faultString alone.",
        python: "TypeError: Fault.__init__() missing 1 required positional argument: 'faultCode'"
    ) { _, reply in
        reply.editResponse { _ in XMLRPCEnvelope.fault(of: ["faultString": "<string>server error</string>"]) }
    }
}
