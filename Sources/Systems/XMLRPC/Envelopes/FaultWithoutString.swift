internal import Catalogue
internal import Wire

extension Failure {
    /// A fault that has nothing to show.
    static let faultWithoutString = xmlrpcSpoiler(
        "fault-without-string", "The response is a fault that has no faultString.",
        wire: "A fault in place of the result, whose struct has a faultCode of -32603 alone.",
        python: "TypeError: Fault.__init__() missing 1 required positional argument: 'faultString'"
    ) { _, reply in
        reply.editResponse { _ in XMLRPCEnvelope.fault(of: ["faultCode": "<int>-32603</int>"]) }
    }
}
