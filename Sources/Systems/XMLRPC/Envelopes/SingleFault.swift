internal import Catalogue
internal import Wire

extension Failure {
    /// One refusal for a whole multicall.
    static let singleFault = multicallSpoiler(
        "single-fault", "The whole multicall is answered with one fault, as by a server that has no system.multicall.",
        wire: "A fault of -32601, and no list.",
        python: "Fault, before there is any result"
    ) { reply in reply.replaceBody(XMLRPCEnvelope.fault(.methodNotFound)) }
}
