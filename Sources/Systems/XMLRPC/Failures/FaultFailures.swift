internal import Catalogue
internal import Wire

/// Faults without the members, or of other types than, the specification requires.
extension Failure {
    /// A client cannot tell it from any other fault.
    static let faultWithoutCode = xmlrpcSpoiler(
        "fault-without-code", "The response is a fault that has no faultCode.",
        wire: "A fault in place of the result, whose struct has a faultString alone.",
        python: "TypeError: Fault.__init__() missing 1 required positional argument: 'faultCode'"
    ) { _, reply in
        reply.editResponse { _ in XMLRPCEnvelope.fault(of: ["faultString": "<string>server error</string>"]) }
    }

    static let faultWithoutString = xmlrpcSpoiler(
        "fault-without-string", "The response is a fault that has no faultString.",
        wire: "A fault in place of the result, whose struct has a faultCode of -32603 alone.",
        python: "TypeError: Fault.__init__() missing 1 required positional argument: 'faultString'"
    ) { _, reply in
        reply.editResponse { _ in XMLRPCEnvelope.fault(of: ["faultCode": "<int>-32603</int>"]) }
    }

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

    static let faultOfWrongType = xmlrpcSpoiler(
        "fault-of-wrong-type", "The response is a fault whose value is a string, where a struct belongs.",
        wire: "A fault in place of the result, with a string in it and no struct.",
        python: "TypeError: argument after ** must be a mapping, not str"
    ) { _, reply in
        reply.editResponse { _ in Array("<fault><value><string>server error</string></value></fault>".utf8) }
    }
}
