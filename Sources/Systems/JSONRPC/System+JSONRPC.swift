internal import Catalogue

extension System {
    static let jsonRPC = System(
        JSONRPCChapter(), dialect: JSONRPC(),
        families: [
            FailureFamily(pattern: "(0|-?[1-9][0-9]*)", member: .jsonrpc(-32000), prefix: "jsonrpc/", isOfNumbers: true)
        ],
        foreign: namesOfJSONRPC)
}
