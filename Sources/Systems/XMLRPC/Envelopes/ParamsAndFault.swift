internal import Catalogue
internal import Wire

extension Failure {
    /// A success and a failure in one.
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
}
