internal import Catalogue
internal import Wire

/// Responses whose `methodResponse` does not contain exactly one result or one fault.
extension Failure {
    static let paramsAndFault = xmlrpcSpoiler(
        "params-and-fault", "The response has a result and a fault.",
        wire: "The reply's `params`, and behind them a `fault` of -32603.",
        python: "TypeError: Fault.__init__() missing 2 required positional arguments"
    ) { _, reply in
        reply.editResponse { value in
            Array("<params><param>".utf8) + value + Array("</param></params><fault>".utf8)
                + XMLRPCFault.internalError.value + Array("</fault>".utf8)
        }
    }

    static let neitherParamsNorFault = xmlrpcSpoiler(
        "neither", "The response has neither a result nor a fault.",
        wire: "A `methodResponse` with nothing in it.",
        python: "ResponseError"
    ) { _, reply in
        reply.editResponse { _ in [] }
    }

    /// Typical of servers whose method returns nothing.
    static let emptyParams = xmlrpcSpoiler(
        "empty-params", "The response is a success without a value, as of a method that returns nothing.",
        wire: "A `methodResponse` whose `params` has no `param`.",
        python: "an empty tuple as the result"
    ) { _, reply in
        reply.editResponse { _ in Array("<params/>".utf8) }
    }

    static let twoParams = xmlrpcSpoiler(
        "two-params", "The response has two values, where the specification has one.",
        wire: "The reply's `param` twice.",
        python: "a tuple of both as the result"
    ) { _, reply in
        reply.editResponse { value in
            let parameter = Array("<param>".utf8) + value + Array("</param>".utf8)
            return Array("<params>".utf8) + parameter + parameter + Array("</params>".utf8)
        }
    }
}
