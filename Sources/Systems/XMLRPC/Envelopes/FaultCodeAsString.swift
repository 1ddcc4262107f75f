internal import Catalogue
internal import Wire

extension Failure {
    /// A code that is no number.
    static let faultCodeAsString = xmlrpcSpoiler(
        "string-code", "The response is a fault whose faultCode is a string.",
        wire: "A fault in place of the result, whose faultCode is the string \"-32603\".",
        python: "Fault, with faultCode '-32603': a string, which is equal to no number"
    ) { _, reply in
        reply.editResponse { _ in
            XMLRPCEnvelope.fault(of: [
                "faultCode": "<string>-32603</string>", "faultString": "<string>server error</string>",
            ])
        }
    }
}
